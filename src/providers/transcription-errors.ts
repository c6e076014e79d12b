import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import { tryParseJson } from '../base/try-parse-json.ts';
import {
  headerOf,
  isRetryableStatus,
  parseRetryAfter,
  RetryableError,
  toFinalError,
} from '../outbound/index.ts';
import type { OutboundResponse } from '../outbound/index.ts';
import { toNetworkFailure } from '../render/fetch/fetch-errors.ts';

/** Maximum length of a service's own error text in a message, in characters. */
const MAX_REASON_LENGTH = 200;

const SERVICE = 'The transcription service of KINORA_TRANSCRIBE_URL';

/**
 * Creates the error for a permanent failure of the service.
 *
 * @param what predicate that follows the name of the service.
 */
export function createServiceFailure(what: string, cause?: unknown): KinoraError {
  return new KinoraError('transcription_failed', `${SERVICE} ${what}.`, { cause });
}

/** Converts a network error to an error that allows another attempt. */
export function toUnreachable(error: unknown): RetryableError {
  const { message } = toFinalError(toNetworkFailure(error, SERVICE));
  return new RetryableError(new KinoraError('transcriber_unreachable', message, { cause: error }));
}

/**
 * Converts an unsuccessful response to an error.
 *
 * @param text body of the response.
 * @param key API key of the request. The key is removed from the message.
 */
export function toResponseFailure(
  response: OutboundResponse,
  text: string,
  key: string | undefined,
): KinoraError | RetryableError {
  const { statusCode } = response;
  const answered = `answered ${statusCode}`;
  // Do not quote the service's own message, because it may repeat the key.
  if (statusCode === 401 || statusCode === 403)
    return createServiceFailure(`${answered}: ${describeKeyProblem(key)}`);
  if (statusCode < 400)
    return createServiceFailure(
      `${answered}, which is a redirect. Set KINORA_TRANSCRIBE_URL to the URL that it redirects to`,
    );
  const reason = extractReason(text, key);
  const what = reason === '' ? answered : `${answered}: ${reason}`;
  if (!isRetryableStatus(statusCode) || isQuotaUsedUp(text)) return createServiceFailure(what);
  const failure = new KinoraError('transcriber_unreachable', `${SERVICE} ${what}.`);
  return new RetryableError(failure, parseRetryAfter(headerOf(response, 'retry-after')));
}

function describeKeyProblem(key: string | undefined): string {
  if (key === undefined) return 'it requires an API key. Set KINORA_TRANSCRIBE_KEY';
  return 'it rejects the API key in KINORA_TRANSCRIBE_KEY';
}

/** The formats in which services report errors. */
const ErrorReason = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

/** True if the account's quota is used up. If so, waiting does not help. */
function isQuotaUsedUp(text: string): boolean {
  const { data } = QuotaError.safeParse(tryParseJson(text));
  return data !== undefined && Object.values(data.error).includes('insufficient_quota');
}

/** An error object. OpenAI reports a used-up quota in `type`, other services in `code`. */
const QuotaError = z.object({ error: z.record(z.string(), z.unknown()) });

/** Returns the service's error text in one line, without control characters and without the key. */
function extractReason(text: string, key: string | undefined): string {
  const reason = ErrorReason.safeParse(tryParseJson(text)).data ?? '';
  const line = (key === undefined ? reason : reason.replaceAll(key, '...'))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.replace(/\.$/, '').slice(0, MAX_REASON_LENGTH);
}
