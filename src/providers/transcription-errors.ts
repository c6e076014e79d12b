import { KinoraError } from '../base/errors.ts';
import {
  headerOf,
  isRetryableStatus,
  parseRetryAfter,
  RetryableError,
  toFinalError,
} from '../outbound/index.ts';
import type { OutboundResponse } from '../outbound/index.ts';
import { toNetworkFailure } from '../render/fetch/fetch-errors.ts';
import { extractServiceReason, isQuotaUsedUp } from './refusal-reason.ts';

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
  const reason = extractServiceReason(text, key, MAX_REASON_LENGTH);
  const what = reason === '' ? answered : `${answered}: ${reason}`;
  if (!isRetryableStatus(statusCode) || isQuotaUsedUp(statusCode, text)) return createServiceFailure(what);
  const failure = new KinoraError('transcriber_unreachable', `${SERVICE} ${what}.`);
  return new RetryableError(failure, parseRetryAfter(headerOf(response, 'retry-after')));
}

function describeKeyProblem(key: string | undefined): string {
  if (key === undefined) return 'it requires an API key. Set KINORA_TRANSCRIBE_KEY';
  return 'it rejects the API key in KINORA_TRANSCRIBE_KEY';
}
