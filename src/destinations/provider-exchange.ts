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

/** The time limits of requests to a provider, and the number of attempts. */
export interface ExchangePolicy extends RetryPolicy {
  /**
   * Time limit in milliseconds for each of two waits: for progress while the body is being sent, and for the
   * response after that. Above 0.
   */
  readonly timeoutMs: number;
  /**
   * Minimum speed of an upload in bytes per second. A request may take `timeoutMs` plus the time that its
   * body needs at this speed.
   */
  readonly minBytesPerSecond: number;
}

/** The policy for real networks. Tests use shorter limits. */
export const DEFAULT_POLICY: ExchangePolicy = {
  timeoutMs: 60_000,
  minBytesPerSecond: 128 * 1024,
  attempts: 5,
  firstPauseMs: 1000,
  maxPauseMs: 30_000,
};

/** A provider, and everything that a request to it needs. */
export interface ProviderContext {
  /** Display name. */
  readonly provider: string;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  readonly policy: ExchangePolicy;
  /** Texts that no message may hold. */
  readonly secrets: readonly string[];
  /** Returns true if a response means "try later" although its status does not. */
  readonly isBusy?: (response: ProviderResponse) => boolean;
}

/** One request to a provider. */
export interface ProviderRequest extends Pick<OutboundRequest, 'method' | 'headers' | 'body'> {
  readonly url: URL;
  /** Size of the body in bytes. Required if it is a stream. */
  readonly bytes?: number;
}

/** The response of a provider. Header names are in lower case. */
export interface ProviderResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * Sends a request. Repeats it after failures that may be temporary.
 *
 * @param createRequest creates the request of each attempt, because signatures include the time.
 */
export function sendWithRetries(
  context: ProviderContext,
  createRequest: () => ProviderRequest | Promise<ProviderRequest>,
): Promise<ProviderResponse> {
  return retry(context.policy, context, async () => sendOnce(context, await createRequest()));
}

/** A request whose body, if any, is sent as JSON. */
export interface JsonRequest extends Pick<ProviderRequest, 'headers' | 'url'> {
  readonly method: NonNullable<ProviderRequest['method']>;
  readonly body?: object | undefined;
}

/** Sends a JSON request. Repeats it after failures that may be temporary. */
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

/**
 * Sends a URL-encoded form. Repeats it after failures that may be temporary.
 *
 * @param createForm creates the form of each attempt, because signatures include the time.
 */
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
 * @throws {RetryableError} if the network fails, the response is too long, or its status is retryable.
 * @throws {KinoraError} `destination_refused` if the guard refuses the host or the request is invalid.
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

/** Creates the error for a response that would be the same after another try. */
export function toRefusal(context: ProviderContext, response: ProviderResponse): KinoraError {
  return createRefusal(context.provider, describeResponse(context, response));
}

/**
 * Parses the JSON body of a response.
 *
 * @param what the expected content, for the message.
 * @throws {KinoraError} `destination_failed` if the body does not match the schema.
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
    throw createFailure(context.provider, `it returned no ${what}`, error);
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
      // The client sends an in-memory body in one write and sees no progress in between. Such a body may take
      // the whole time limit.
      stallTimeoutMs: request.body instanceof Readable ? timeoutMs : totalMs,
      signal: AbortSignal.any([signal, limit]),
    });
    const text = await readText(response, MAX_RESPONSE_BYTES, () =>
      createRetryableFailure(provider, 'its response did not end'),
    );
    return { status: response.statusCode, headers: flattenHeaders(response), text };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RetryableError) throw error;
    if (error instanceof KinoraError)
      throw createRefusal(provider, sanitizeReason(error.message, secrets), error);
    // The request is invalid, for example its headers. Nothing was sent, and another try would fail as well.
    if (errorCodeOf(error) === 'UND_ERR_INVALID_ARG')
      throw createRefusal(provider, describeInvalidRequest(error, secrets), error);
    const reason = limit.aborted ? 'it did not respond in time' : describeNetworkError(error);
    throw createRetryableFailure(provider, reason, { cause: error });
  }
}

/** Describes why a request cannot be sent at all. */
export function describeInvalidRequest(error: unknown, secrets: readonly string[]): string {
  return sanitizeReason(
    `the request is invalid: ${error instanceof Error ? error.message : 'unknown reason'}`,
    secrets,
  );
}

function describeNetworkError(error: unknown): string {
  const code = errorCodeOf(error);
  if (code?.includes('TIMEOUT')) return 'it did not respond in time';
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
