import type { Logger } from '../base/logger.ts';
import type { CallbackHandlers, CallbackJob } from '../jobs/callback-queue.ts';
import type { Outbound } from '../outbound/index.ts';
import {
  type CallbackAttemptOutcome,
  ensureWebhookSecret,
  findCallback,
  generateWebhookSecret,
} from '../store/callbacks.ts';
import type { Database } from '../store/database.ts';
import { delayBeforeAttempt } from './schedule.ts';
import { sendCallback } from './send-callback.ts';

/** What the sending of callbacks needs. */
export interface CallbackContext {
  readonly database: Database;
  /** The way to the receivers. */
  readonly outbound: Outbound;
  readonly log: Logger;
}

/** Creates what the workers of the callback queue do. */
export function createCallbackHandlers(context: CallbackContext): CallbackHandlers {
  return { attempt: (job) => handleCallbackJob(context, job), delayBefore: delayBeforeAttempt };
}

/** Makes one attempt at a callback. `undefined` if the callback is gone, or another attempt has delivered it. */
async function handleCallbackJob(
  { database: { tables }, outbound, log }: CallbackContext,
  { callback: id, isResend, signal }: CallbackJob,
): Promise<CallbackAttemptOutcome | undefined> {
  const callback = await findCallback(tables, id);
  if (callback === undefined || (callback.status === 'delivered' && !isResend)) return undefined;
  const secret = await ensureWebhookSecret(tables, callback.owner, generateWebhookSecret());
  const outcome = await sendCallback(outbound, { ...callback, secret }, signal);
  const { code, error } = outcome;
  const attempt = callback.attempts + 1;
  log.info(
    { callback: id, event: callback.event, subject: callback.subject, attempt, code, error },
    error === null ? 'A callback was delivered.' : 'An attempt at a callback failed.',
  );
  return outcome;
}
