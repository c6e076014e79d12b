import { Readable } from 'node:stream';
import type { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import {
  cleanReason,
  exchange,
  findReason,
  isRetryableStatus,
  retry,
  RetryableError,
  toExchangeFailure,
} from '../outbound/index.ts';
import type { ExchangeResponse, Outbound, OutboundRequest, RetryPolicy } from '../outbound/index.ts';
import { DEFAULT_POLLING, type PollingPolicy } from './polling.ts';

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

/** The settings of an adapter. Tests change them. */
export interface UploadSettings {
  /**
   * Size of a part in bytes. Google and Mux need a multiple of 256 KiB, Amazon at least 5 MiB for each part except the
   * last, TikTok 5 to 64 MB with a last part of up to twice that, and Azure at most 4000 MiB.
   */
  readonly partBytes: number;
  readonly policy: ExchangePolicy;
  readonly polling: PollingPolicy;
}

/** The settings for real providers. */
export const DEFAULT_SETTINGS: UploadSettings = {
  partBytes: 8 * 1024 * 1024,
  policy: DEFAULT_POLICY,
  polling: DEFAULT_POLLING,
};

/** A provider, and everything that a request to it needs. */
export interface DestinationContext {
  /** Display name. */
  readonly provider: string;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
  readonly policy: ExchangePolicy;
  /** Texts that no message may hold. */
  readonly secrets: readonly string[];
  /** Returns true if a response means "try later" although its status does not. */
  readonly isBusy?: (response: ExchangeResponse) => boolean;
}

/** The parts of a context that errors need. */
type ErrorContext = Pick<DestinationContext, 'provider' | 'secrets'>;

/** One request to a provider. */
export interface DestinationRequest extends Pick<OutboundRequest, 'method' | 'headers' | 'body'> {
  readonly url: URL;
  /** Size of the body in bytes. Required if it is a stream. */
  readonly bytes?: number;
}

/**
 * Sends a request. Repeats it after failures that may be temporary.
 *
 * @param createRequest creates the request of each attempt, because signatures include the time.
 */
export function sendWithRetries(
  context: DestinationContext,
  createRequest: () => DestinationRequest | Promise<DestinationRequest>,
): Promise<ExchangeResponse> {
  return retry(context.policy, context, async () => sendOnce(context, await createRequest()));
}

/** A request whose body, if any, is sent as JSON. */
export interface JsonRequest extends Pick<DestinationRequest, 'headers' | 'url'> {
  readonly method: NonNullable<DestinationRequest['method']>;
  readonly body?: object | undefined;
}

/** Sends a JSON request. Repeats it after failures that may be temporary. */
export function sendJson(
  context: DestinationContext,
  { method, url, headers, body }: JsonRequest,
): Promise<ExchangeResponse> {
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
  context: DestinationContext,
  url: URL,
  createForm: () => Readonly<Record<string, string>>,
): Promise<ExchangeResponse> {
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
  context: DestinationContext,
  { bytes, ...request }: DestinationRequest,
): Promise<ExchangeResponse> {
  const { timeoutMs, minBytesPerSecond } = context.policy;
  const { body } = request;
  const size = bytes ?? (typeof body === 'string' || Buffer.isBuffer(body) ? body.length : 0);
  const limitMs = timeoutMs + (size / minBytesPerSecond) * 1000;
  // The client sends an in-memory body in one write and sees no progress in between. Such a body may take the
  // whole time limit.
  const stallTimeoutMs = body instanceof Readable ? timeoutMs : limitMs;
  const limits = { limitMs, stallTimeoutMs, maxBytes: MAX_RESPONSE_BYTES };
  const response = await exchange(context.outbound, { ...request, ...limits }, context.signal).catch(
    (error: unknown) => {
      context.signal.throwIfAborted();
      const { outcome, message, cause } = toExchangeFailure(error);
      // Another try would fail as well.
      if (outcome === 'forbidden' || outcome === 'invalid') throw createRefusal(context, message, cause);
      throw createRetryableFailure(context, message, { cause });
    },
  );
  if (!isRetryableStatus(response.status) && !context.isBusy?.(response)) return response;
  throw createRetryableFailure(context, findReason(response.status, response.text), {
    retryAfterMs: response.retryAfterMs,
  });
}

/** Creates the error for a response that would be the same after another try. */
export function toRefusal(context: DestinationContext, { status, text }: ExchangeResponse): KinoraError {
  return createRefusal(context, findReason(status, text));
}

/** Creates the error for a file that the provider would refuse again. @param reason is cleaned. */
export function createRefusal(
  { provider, secrets }: ErrorContext,
  reason: string,
  cause?: unknown,
): KinoraError {
  const message = `${provider} refused the file: ${cleanReason(reason, secrets)}.`;
  return new KinoraError('destination_refused', message, { cause });
}

/** Creates the error for an upload that failed, and that may succeed if the job is tried again. */
export function createFailure(
  { provider, secrets }: ErrorContext,
  reason: string,
  cause?: unknown,
): KinoraError {
  const message = `${provider} could not process the file: ${cleanReason(reason, secrets)}.`;
  return new KinoraError('destination_failed', message, { cause });
}

/** Creates the error for a failed request that the same upload should repeat. */
export function createRetryableFailure(
  context: ErrorContext,
  reason: string,
  { cause, retryAfterMs }: { readonly cause?: unknown; readonly retryAfterMs?: number | undefined } = {},
): RetryableError {
  return new RetryableError(createFailure(context, reason, cause), retryAfterMs);
}

/**
 * Parses the JSON body of a response.
 *
 * @param what the expected content, for the message.
 * @throws {KinoraError} `destination_failed` if the body does not match the schema.
 */
export function parseBody<T>(
  context: DestinationContext,
  schema: z.ZodType<T>,
  response: ExchangeResponse,
  what: string,
): T {
  try {
    return schema.parse(JSON.parse(response.text));
  } catch (error) {
    throw createFailure(context, `it returned no ${what}`, error);
  }
}
