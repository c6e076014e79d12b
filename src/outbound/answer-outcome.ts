import { tryParseJson } from '../base/try-parse-json.ts';
import { findJsonReason, listLevels } from './reason.ts';

/**
 * The outcome of a request that was answered:
 *
 * - `accepted`: 2xx.
 * - `redirected`: 3xx. Redirects that may be followed have been followed before.
 * - `quota`: the account has no credit or quota left, so waiting does not help.
 * - `unauthorised`: 401 and 403.
 * - `busy`: 429 and 503. The service has not taken the request.
 * - `broken`: 408 and any other 5xx. The service may have taken the request.
 * - `refused`: any other status.
 */
type AnswerOutcome = 'accepted' | 'redirected' | 'quota' | 'unauthorised' | 'busy' | 'broken' | 'refused';

/** Classifies an answer. @param body body of the response. */
export function classifyAnswer(status: number, body: string): AnswerOutcome {
  if (status < 300) return 'accepted';
  if (status < 400) return 'redirected';
  if (isQuotaUsedUp(status, body)) return 'quota';
  if (isKeyStatus(status)) return 'unauthorised';
  if (status === 429 || status === 503) return 'busy';
  return status === 408 || status >= 500 ? 'broken' : 'refused';
}
/** The fields in which services put a code for machines. */
const CODE_FIELDS: readonly string[] = ['code', 'type', 'status', 'kind', 'name', 'error_type'];
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
  const codes = listLevels(tryParseJson(body)).flatMap((level) => CODE_FIELDS.map((field) => level[field]));
  if (codes.some((code) => typeof code === 'string' && QUOTA_CODE.test(code))) return true;
  return PAYMENT_STATUSES.includes(status) && QUOTA_REASON.test(findJsonReason(body));
}

/** True if a service answers with this status when it rejects a key. */
export function isKeyStatus(status: number): boolean {
  return status === 401 || status === 403;
}
