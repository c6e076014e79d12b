import { z } from 'zod';
import { tryParseJson } from '../base/try-parse-json.ts';

const text = z.string().min(1);
const Located = z.object({ loc: z.array(z.union([z.string(), z.number()])).optional(), msg: text });

/** The formats in which services report errors. The first one that fits counts. */
const ErrorReason = z.union([
  z.object({ error: z.object({ message: text }) }).transform(({ error }) => error.message),
  z.object({ error: text }).transform(({ error }) => error),
  z.object({ errors: z.array(text).min(1) }).transform(({ errors }) => errors.join('; ')),
  z.object({ message: text }).transform(({ message }) => message),
  z.object({ detail: text }).transform(({ detail }) => detail),
  z.object({ detail: z.object({ message: text }) }).transform(({ detail }) => detail.message),
  z.object({ detail: z.array(Located).min(1) }).transform(({ detail }) => detail.map(describe).join('; ')),
  z.object({ description: text }).transform(({ description }) => description),
]);

function describe({ loc = [], msg }: z.infer<typeof Located>): string {
  const field = loc.filter((part) => part !== 'body').join('.');
  return field === '' ? msg : `${field}: ${msg}`;
}

/**
 * Returns the service's own error text in one line, without control characters, without the key and without a
 * full stop. Empty if the body has none.
 *
 * @param body body of the response.
 * @param key API key of the request.
 * @param maxLength maximum length in characters.
 */
export function extractServiceReason(body: string, key: string | undefined, maxLength: number): string {
  return cleanReason(ErrorReason.safeParse(tryParseJson(body)).data ?? '', key, maxLength);
}

/** Cleans an error text of a service, as {@link extractServiceReason} does. */
export function cleanReason(reason: string, key: string | undefined, maxLength: number): string {
  const line = (key === undefined || key === '' ? reason : reason.replaceAll(key, '...'))
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim();
  return line.slice(0, maxLength).replace(/\.$/, '');
}

const QUOTA_CODE =
  /insufficient_?(quota|credit|fund|balance)|quota_?(exceeded|reached)|credit_balance|(spend|usage|billing_hard)_limit|billing_not_active|payment_required|trial_video_limit/i;
const QUOTA_REASON =
  /(exhausted|insufficient|not enough|out of|no( more)?|run out of) (account )?(balance|credit|funds|quota)/i;

/** The statuses whose text may say that the credit is used up. With any other one, only a code says it. */
const PAYMENT_STATUSES: readonly number[] = [401, 402, 403, 429];

/**
 * True if a response says that the account has no credit or quota left. If so, waiting does not help.
 *
 * @param body body of the response.
 */
export function isQuotaUsedUp(status: number, body: string): boolean {
  if (status === 402) return true;
  if (status < 400 || status > 499) return false;
  const json = tryParseJson(body);
  if (findCodes(json).some((code) => QUOTA_CODE.test(code))) return true;
  return PAYMENT_STATUSES.includes(status) && QUOTA_REASON.test(extractServiceReason(body, undefined, 1000));
}

const CODE_FIELDS: readonly string[] = ['code', 'type', 'status', 'kind', 'name', 'error_type'];

/** Returns the machine-readable codes of an error, and of the object in its field `error` or `detail`. */
function findCodes(json: unknown): string[] {
  const { data } = z.record(z.string(), z.unknown()).safeParse(json);
  if (!data) return [];
  const codes = CODE_FIELDS.map((field) => data[field]).filter((code) => typeof code === 'string');
  return [...codes, ...findCodes(data['error']), ...findCodes(data['detail'])];
}
