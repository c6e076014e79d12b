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

/** Letters of a service's own words in a message. */
const MAX_REASON_LENGTH = 200;

const SERVICE = 'The transcription service of KINORA_TRANSCRIBE_URL';

/** A failure that is the service's and will not pass. @param what the words after its name. */
export function createServiceFailure(what: string, cause?: unknown): KinoraError {
  return new KinoraError('transcription_failed', `${SERVICE} ${what}.`, { cause });
}

/** What an error of the network means: it may be gone at the next attempt. */
export function toUnreachable(error: unknown): RetryableError {
  const { message } = toFinalError(toNetworkFailure(error, SERVICE));
  return new RetryableError(new KinoraError('transcriber_unreachable', message, { cause: error }));
}

/**
 * What an answer other than success means.
 *
 * @param text its body.
 * @param key the key that was sent; it does not go into the message.
 */
export function toResponseFailure(
  response: OutboundResponse,
  text: string,
  key: string | undefined,
): KinoraError | RetryableError {
  const { statusCode } = response;
  const answered = `answered ${statusCode}`;
  // What it says of a key may hold the key.
  if (statusCode === 401 || statusCode === 403)
    return createServiceFailure(`${answered}: ${describeKeyProblem(key)}`);
  if (statusCode < 400)
    return createServiceFailure(
      `${answered}, a redirect; the setting should be the address that it leads to`,
    );
  const reason = extractReason(text, key);
  const what = reason === '' ? answered : `${answered}: ${reason}`;
  if (!isRetryableStatus(statusCode) || isQuotaUsedUp(text)) return createServiceFailure(what);
  const failure = new KinoraError('transcriber_unreachable', `${SERVICE} ${what}.`);
  return new RetryableError(failure, parseRetryAfter(headerOf(response, 'retry-after')));
}

function describeKeyProblem(key: string | undefined): string {
  if (key === undefined) return 'it wants a key, which KINORA_TRANSCRIBE_KEY is for';
  return 'it does not take the key of KINORA_TRANSCRIBE_KEY';
}

/** The forms that services give their errors. */
const ErrorReason = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

/** Whether an answer says that what was paid for is used up, which waiting does not change. */
function isQuotaUsedUp(text: string): boolean {
  const { data } = QuotaError.safeParse(tryParseJson(text));
  return data !== undefined && Object.values(data.error).includes('insufficient_quota');
}

/** OpenAI calls it by its type, others by its code. */
const QuotaError = z.object({ error: z.record(z.string(), z.unknown()) });

/** Without what a terminal would obey. */
function extractReason(text: string, key: string | undefined): string {
  const reason = ErrorReason.safeParse(tryParseJson(text)).data ?? '';
  const line = (key === undefined ? reason : reason.replaceAll(key, '...'))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.replace(/\.$/, '').slice(0, MAX_REASON_LENGTH);
}
