import type { CallbackJob } from '../jobs/callback-queue.ts';
import { findCallback, newWebhookSecret, type Outcome, webhookSecret } from '../store/callbacks.ts';
import type { WorkerParts } from './parts.ts';
import { sendCallback } from './send-callback.ts';

/** Makes one attempt at a callback. `undefined` when it is gone, or has reached its receiver by another attempt. */
export async function doCallbackJob(
  { database: { tables }, outbound, log }: Pick<WorkerParts, 'database' | 'outbound' | 'log'>,
  { callback: id, asked, signal }: CallbackJob,
): Promise<Outcome | undefined> {
  const callback = await findCallback(tables, id);
  if (callback === undefined || (callback.status === 'delivered' && !asked)) return undefined;
  const secret = await webhookSecret(tables, callback.owner, newWebhookSecret());
  const outcome = await sendCallback(outbound, { ...callback, secret }, signal);
  const { code, error } = outcome;
  const which = { callback: id, event: callback.event, subject: callback.subject };
  log.info(
    { ...which, attempt: callback.attempts + 1, code, error },
    error === null ? 'A callback was delivered.' : 'An attempt at a callback failed.',
  );
  return outcome;
}
