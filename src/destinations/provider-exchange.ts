import { Readable } from 'node:stream';
import type { z } from 'zod';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { isRetryableStatus, parseRetryAfter, readText, retry, RetryableError } from '../outbound/index.ts';
import type { Outbound, OutboundRequest, OutboundResponse, RetryPolicy } from '../outbound/index.ts';
import {
  createFailure,
  createRefusal,
  createRetryableFailure,
  extractReason,
  sanitizeReason,
} from './provider-errors.ts';

const MAX_RESPONSE_BYTES = 256 * 1024;

/** How long a request to a provider may take, and how often it is attempted. */
export interface ExchangePolicy extends RetryPolicy {
  /** Milliseconds without progress, and for a response once everything is sent; above 0. */
  readonly timeoutMs: number;
  /** Speed of the slowest connection: a body may take as long as it needs at this speed, in addition to `timeoutMs`. */
  readonly minBytesPerSecond: number;
}

/** What real networks need. Tests wait for less. */
export const DEFAULT_POLICY: ExchangePolicy = {
  timeoutMs: 60_000,
  minBytesPerSecond: 128 * 1024,
  attempts: 5,
  firstPauseMs: 1000,
  maxPauseMs: 30_000,
};

/** The provider that a file is sent to, and how to reach it. */
export interface ProviderContext {
  /** Its name, as people call it. */
  readonly provider: string;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  readonly policy: ExchangePolicy;
  /** What no message may hold. */
  readonly secrets: readonly string[];
  /** Whether an answer asks for patience though its status does not say so; none does by default. */
  readonly isBusy?: (response: ProviderResponse) => boolean;
}

/** One request to a provider. */
export interface ProviderRequest extends Pick<OutboundRequest, 'method' | 'headers' | 'body'> {
  readonly url: URL;
  /** Size of a body that is a stream. */
  readonly bytes?: number;
}

/** The response of a provider; the names of headers are in lower case. */
export interface ProviderResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends a request, again after failures that may pass. @param createRequest is called for each attempt: signatures hold the time. */
export function sendWithRetries(
  context: ProviderContext,
  createRequest: () => ProviderRequest | Promise<ProviderRequest>,
): Promise<ProviderResponse> {
  return retry(context.policy, context, async () => sendOnce(context, await createRequest()));
}

/** A request whose body, if there is one, is an object to send as JSON. */
export interface JsonRequest extends Pick<ProviderRequest, 'headers' | 'url'> {
  readonly method: NonNullable<ProviderRequest['method']>;
  readonly body?: object | undefined;
}

/** Sends JSON, again after failures that may pass. */
export function sendJson(
  context: ProviderContext,
  { method, url, headers, body }: JsonRequest,
): Promise<ProviderResponse> {
  return sendWithRetries(context, () => ({
    method,
    url,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }));
}

/** Sends an HTML form, again after failures that may pass. @param createForm is called for each attempt: signatures hold the time. */
export function postForm(
  context: ProviderContext,
  url: URL,
  createForm: () => Readonly<Record<string, string>>,
): Promise<ProviderResponse> {
  return sendWithRetries(context, () => ({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(createForm()).toString(),
  }));
}

/**
 * Sends a request once.
 *
 * @throws {RetryableError} if the network fails, the response does not end, or its status is retryable.
 * @throws {KinoraError} `destination_refused` if the host must not be reached.
 */
export async function sendOnce(
  context: ProviderContext,
  request: ProviderRequest,
): Promise<ProviderResponse> {
  const response = await send(context, request);
  if (!isRetryableStatus(response.status) && !context.isBusy?.(response)) return response;
  throw createRetryableFailure(context.provider, describeResponse(context, response), {
    retryAfterMs: parseRetryAfter(response.headers['retry-after']),
  });
}

/** The error for a response that will stay a refusal. */
export function toRefusal(context: ProviderContext, response: ProviderResponse): KinoraError {
  return createRefusal(context.provider, describeResponse(context, response));
}

/**
 * Parses the JSON of a response.
 *
 * @param what it must hold, for the message.
 * @throws {KinoraError} `destination_failed` if it does not.
 */
export function parseBody<T>(
  context: ProviderContext,
  schema: z.ZodType<T>,
  response: ProviderResponse,
  what: string,
): T {
  try {
    return schema.parse(JSON.parse(response.text));
  } catch (error) {
    throw createFailure(context.provider, `it gave no ${what}`, error);
  }
}

function describeResponse(context: ProviderContext, response: ProviderResponse): string {
  return sanitizeReason(extractReason(response.status, response.text), context.secrets);
}

async function send(
  context: ProviderContext,
  { url, bytes, ...request }: ProviderRequest,
): Promise<ProviderResponse> {
  const { provider, secrets, signal } = context;
  const { timeoutMs, minBytesPerSecond } = context.policy;
  const size =
    bytes ?? (typeof request.body === 'string' || Buffer.isBuffer(request.body) ? request.body.length : 0);
  const totalMs = timeoutMs + (size / minBytesPerSecond) * 1000;
  const limit = AbortSignal.timeout(Math.ceil(totalMs));
  try {
    const response = await context.outbound.request(url, {
      ...request,
      // A part in memory is one write for the client: it sees no progress in it.
      stallTimeoutMs: request.body instanceof Readable ? timeoutMs : totalMs,
      signal: AbortSignal.any([signal, limit]),
    });
    const text = await readText(response, MAX_RESPONSE_BYTES, () =>
      createRetryableFailure(provider, 'its answer did not end'),
    );
    return { status: response.statusCode, headers: flattenHeaders(response), text };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RetryableError) throw error;
    if (error instanceof KinoraError)
      throw createRefusal(provider, sanitizeReason(error.message, secrets), error);
    // Such as an invalid header: nothing was sent, and nothing ever will be.
    if (errorCodeOf(error) === 'UND_ERR_INVALID_ARG')
      throw createRefusal(provider, describeInvalidRequest(error, secrets), error);
    const reason = limit.aborted ? 'it did not answer in time' : describeNetworkError(error);
    throw createRetryableFailure(provider, reason, { cause: error });
  }
}

/** Why a request cannot be made at all. */
export function describeInvalidRequest(error: unknown, secrets: readonly string[]): string {
  return sanitizeReason(
    `it cannot be asked: ${error instanceof Error ? error.message : 'no reason'}`,
    secrets,
  );
}

function describeNetworkError(error: unknown): string {
  const code = errorCodeOf(error);
  if (code?.includes('TIMEOUT')) return 'it did not answer in time';
  return `the connection failed${code === undefined ? '' : ` (${code})`}`;
}

function flattenHeaders(response: OutboundResponse): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}
