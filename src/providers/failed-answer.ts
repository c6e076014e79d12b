import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import { jsonOrUndefined } from '../base/json.ts';
import { networkFailure, Transient } from '../render/fetch/failure.ts';

/** Letters of a service's own words in a message. */
const MOST_SAID = 200;

const SERVICE = 'The transcription service of KINORA_TRANSCRIBE_URL';

/** A failure that is the service's and will not pass. @param did in words that follow its name. */
export function serviceFailure(did: string, cause?: unknown): KinoraError {
  return new KinoraError('transcription_failed', `${SERVICE} ${did}.`, { cause });
}

/** What an error of the network means: it may be gone at the next attempt. */
export function unreachable(error: unknown): Transient {
  const failure = networkFailure(error, SERVICE);
  const { message } = failure instanceof Transient ? failure.failure : failure;
  return new Transient(new KinoraError('transcriber_unreachable', message, { cause: error }));
}

/**
 * What an answer other than success means.
 *
 * @param text its body.
 * @param key the key that was sent; it does not go into the message.
 */
export function refusal(
  {
    statusCode,
    headers,
  }: { readonly statusCode: number; readonly headers: Readonly<Record<string, unknown>> },
  text: string,
  key: string | undefined,
): KinoraError | Transient {
  const told = `answered ${statusCode}`;
  // What it says of a key may hold the key.
  if (statusCode === 401 || statusCode === 403) return serviceFailure(`${told}: ${ofKey(key)}`);
  if (statusCode < 400)
    return serviceFailure(`${told}, a redirect; the setting should be the address that it leads to`);
  const why = saidIn(text, key);
  const did = why === '' ? told : `${told}: ${why}`;
  const passes = statusCode === 408 || statusCode === 429 || statusCode >= 500;
  if (!passes || isSpent(text)) return serviceFailure(did);
  const failure = new KinoraError('transcriber_unreachable', `${SERVICE} ${did}.`);
  return new Transient(failure, milliseconds(headers['retry-after']));
}

function ofKey(key: string | undefined): string {
  if (key === undefined) return 'it wants a key, which KINORA_TRANSCRIBE_KEY is for';
  return 'it does not take the key of KINORA_TRANSCRIBE_KEY';
}

/** `Retry-After` in seconds; one that names a date is rare and left to the usual back-off. */
function milliseconds(retryAfter: unknown): number | undefined {
  return typeof retryAfter === 'string' && /^\d{1,6}$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : undefined;
}

/** The forms that services give their errors. */
const Reason = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
  z.object({ detail: z.string() }).transform(({ detail }) => detail),
]);

/** Whether an answer says that what was paid for is used up, which waiting does not change. */
function isSpent(text: string): boolean {
  const { data } = Spent.safeParse(jsonOrUndefined(text));
  return data !== undefined && Object.values(data.error).includes('insufficient_quota');
}

/** OpenAI calls it by its type, others by its code. */
const Spent = z.object({ error: z.record(z.string(), z.unknown()) });

/** Without what a terminal would obey. */
function saidIn(text: string, key: string | undefined): string {
  const reason = Reason.safeParse(jsonOrUndefined(text)).data ?? '';
  const line = (key === undefined ? reason : reason.replaceAll(key, '...'))
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return line.replace(/\.$/, '').slice(0, MOST_SAID);
}
