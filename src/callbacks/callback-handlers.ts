import type { Logger } from '../base/logger.ts';
import { measure } from '../base/observe/measurement.ts';
import { describeSpan, inSpanOf } from '../base/observe/spans.ts';
import type { CallbackHandlers, CallbackJob } from '../jobs/callback-queue.ts';
import { type Outbound, sendFor } from '../outbound/index.ts';
import {
  type CallbackAttemptOutcome,
  ensureWebhookSecret,
  findCallback,
  generateWebhookSecret,
} from '../store/callbacks.ts';
import type { Database } from '../store/database.ts';
import { sendCallback } from './send-callback.ts';

/** The dependencies of {@link createCallbackHandlers}. */
interface CallbackContext {
  readonly database: Database;
  /** The client for requests to the receivers. */
  readonly outbound: Outbound;
  readonly log: Logger;
}

/** Creates the handlers for the workers of the callback queue. */
export function createCallbackHandlers(context: CallbackContext): CallbackHandlers {
  return { attempt: (job) => handleCallbackJob(context, job), delayBefore: delayBeforeAttempt };
}

/**
 * Makes one attempt at a callback and returns its outcome. Returns `undefined` if the callback no longer
 * exists. Also returns `undefined` if an earlier attempt has delivered the callback, unless this attempt is a
 * resend.
 */
async function handleCallbackJob(
  { database, outbound, log }: CallbackContext,
  { callback: id, isResend, signal }: CallbackJob,
): Promise<CallbackAttemptOutcome | undefined> {
  const { tables } = database;
  const callback = await database.retryUntilAvailable(() => findCallback(tables, id), { signal });
  if (callback === undefined || (callback.status === 'delivered' && !isResend)) return undefined;
  const ensureSecret = (): Promise<string> =>
    ensureWebhookSecret(tables, callback.owner, generateWebhookSecret());
  const secret = await database.retryUntilAvailable(ensureSecret, { signal });
  const attempt = callback.attempts + 1;
  const send = sendFor(callback.owner, outbound);
  const outcome = await inSpanOf(
    { id: callback.subject },
    'callback',
    { 'kinora.tries': attempt },
    async () => {
      const sent = await sendCallback(send, { ...callback, secret }, signal);
      describeSpan(
        { 'http.response.status_code': sent.code ?? undefined },
        sent.error === null ? undefined : 'not_delivered',
      );
      return sent;
    },
  );
  const { code, error } = outcome;
  const step = error === null ? 'delivered' : 'not delivered';
  measure({ kind: 'callback', isDelivered: error === null, status: code });
  log.info(
    { callback: id, event: callback.event, subject: callback.subject, attempt, step, code, error },
    error === null ? 'Delivered a callback.' : 'An attempt at a callback failed.',
  );
  return outcome;
}

const HOUR = 3600;

/** Seconds before each attempt at a callback, counted from the end of the previous attempt (contract C35). */
const DELAYS_SECONDS: readonly number[] = [0, 8, 27, 64, 125, 216, 343, 512, 900, HOUR, 6 * HOUR, 17 * HOUR];
/**
 * Each delay is changed by up to this fraction in either direction, so that attempts that failed together are
 * not retried together.
 */
const JITTER = 0.1;

/**
 * Returns the whole seconds to wait before an attempt, or `undefined` if the schedule has no such attempt.
 *
 * @param attempt Number of the attempt, from 1.
 * @param chance The random number for the jitter, from 0 to 1.
 */
export function delayBeforeAttempt(attempt: number, chance: number = Math.random()): number | undefined {
  const delay = DELAYS_SECONDS[attempt - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * (2 * chance - 1)));
}
