import { KinoraError } from '../base/errors.ts';
import {
  classifyAnswer,
  cleanReason,
  type ExchangeResponse,
  findJsonReason,
  isKeyStatus,
  RetryableError,
  toExchangeFailure,
} from '../outbound/index.ts';

const SERVICE = 'The transcription service of KINORA_TRANSCRIBE_URL';

/**
 * Creates the error for a permanent failure of the service.
 *
 * @param what predicate that follows the name of the service.
 */
export function createProviderFailure(what: string, cause?: unknown): KinoraError {
  return new KinoraError('transcription_failed', `${SERVICE} ${what}.`, { cause });
}

/** Converts the failure of an exchange. If the connection is at fault, the error allows another attempt. */
export function toUnanswered(
  error: unknown,
  { limitMs, maxBytes }: { readonly limitMs: number; readonly maxBytes: number },
): KinoraError | RetryableError {
  const { outcome, message } = toExchangeFailure(error);
  if (outcome === 'late')
    return createProviderFailure(`did not answer within ${Math.round(limitMs / 1000)} s`, error);
  if (outcome === 'endless')
    return createProviderFailure(`answered with more than ${maxBytes / 1e6} MB`, error);
  const sentence = `${SERVICE} cannot be reached: ${message}.`;
  const failure = new KinoraError('transcriber_unreachable', sentence, { cause: error });
  // Another attempt changes neither a refused address nor a wrong one.
  return outcome === 'forbidden' || outcome === 'invalid' ? failure : new RetryableError(failure);
}

/**
 * Checks that a response is successful.
 *
 * @param key API key of the request. The key is removed from the message.
 * @throws {KinoraError} `transcription_failed`.
 * @throws {RetryableError} if another attempt may succeed.
 */
export function checkAnswer({ status, text, retryAfterMs }: ExchangeResponse, key: string | undefined): void {
  const answered = `answered ${status}`;
  // The text of a service that rejects a key may repeat a part of the key.
  const reason = isKeyStatus(status) ? '' : cleanReason(findJsonReason(text), [key ?? '']);
  const what = reason === '' ? answered : `${answered}: ${reason}`;
  switch (classifyAnswer(status, text)) {
    case 'accepted':
      return;
    case 'redirected':
      throw createProviderFailure(
        `${answered}, which is a redirect. Set KINORA_TRANSCRIBE_URL to the URL that it redirects to`,
      );
    case 'unauthorised':
      throw createProviderFailure(`${answered}: ${describeKeyProblem(key)}`);
    case 'quota':
    case 'refused':
      throw createProviderFailure(what);
    case 'busy':
    case 'broken':
      throw new RetryableError(
        new KinoraError('transcriber_unreachable', `${SERVICE} ${what}.`),
        retryAfterMs,
      );
  }
}

function describeKeyProblem(key: string | undefined): string {
  if (key === undefined) return 'it requires an API key. Set KINORA_TRANSCRIBE_KEY';
  return 'it rejects the API key in KINORA_TRANSCRIBE_KEY';
}
