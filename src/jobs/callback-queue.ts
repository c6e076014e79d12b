import { crc32 } from 'node:zlib';
import type { Transaction } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import {
  addCallbacks,
  recordCallbackAttempt,
  type NewCallback,
  type CallbackAttemptOutcome,
} from '../store/callbacks.ts';
import { hideFields } from '../base/hide-fields.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import type { QueueParts } from './attempt-queue.ts';
import { completeJob } from './boss.ts';
import { keepOutcome } from './job-table.ts';
import { CALLBACK_QUEUE, deadLettersOf } from './work-rules.ts';

/** The payload of a job: one attempt at a callback. */
interface Payload {
  readonly callback: string;
  /** The group of the receiver, as {@link groupOf} returns it. */
  readonly place: string;
  /** Number of the attempt in the schedule, from 1. `null` for a resend, which is never retried. */
  readonly tries: number | null;
  /** The outcome, as soon as there is one. If the worker dies before it has recorded the attempt, it still counts. */
  readonly outcome?: CallbackAttemptOutcome;
}

/** One attempt to make now. */
export interface CallbackJob {
  /** Id of the callback. */
  readonly callback: string;
  /** True if a client asked for this attempt. The callback is then sent even if it was delivered before. */
  readonly isResend: boolean;
  readonly signal: AbortSignal;
}

/** The functions that the workers of the queue call. */
export interface CallbackHandlers {
  /** Makes one attempt and returns its outcome. Returns `undefined` if there is nothing left to send. */
  attempt(job: CallbackJob): Promise<CallbackAttemptOutcome | undefined>;
  /**
   * Returns the whole seconds to wait before an attempt, or `undefined` if the schedule has no such attempt.
   *
   * @param attempt Number of the attempt, from 1.
   */
  delayBefore(attempt: number): number | undefined;
}

/** Workers that one process starts with. Each makes one attempt at a time. */
const WORKERS = 8;
/** Milliseconds that a worker may wait for its receiver before another worker starts in its place. */
const RELIEF_AFTER_MS = 100;
/**
 * Milliseconds that the next attempt at a receiver waits for the answer to the one before. Receivers that answer
 * in this time get one callback after the other. All attempts of two full groups begin within two seconds, because a
 * job may be active for two seconds longer than an attempt.
 */
const TURN_MS = 25;
/** Maximum number of relieved workers: enough for two owners if none of their receivers answers. */
const MAX_RELIEVED_WORKERS = 512;
/**
 * Number of groups per owner. The origin of a receiver determines its group, so one receiver that does not
 * answer blocks only the attempts of its group.
 */
const GROUPS_PER_OWNER = 4;
/** Maximum number of simultaneous first attempts of one group. The same limit applies to its retries. */
const MAX_ATTEMPTS_PER_GROUP = 32;
/**
 * Workers take jobs with a higher priority first. Retries come second, because they are likely to fail again.
 */
const [FIRST_PRIORITY, RETRY_PRIORITY] = [1, 0];
/**
 * A notification immediately starts every attempt that has no delay. A delayed attempt starts at the first
 * poll after it is due.
 */
const POLL_SECONDS = 4;
const WORK_OPTIONS = {
  groupConcurrency: MAX_ATTEMPTS_PER_GROUP,
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
};

/** The outcome of an attempt whose worker died before it ended. */
const WORKER_DIED: CallbackAttemptOutcome = {
  code: null,
  error: 'The process that was sending the callback ended unexpectedly.',
  took: 0,
};

/**
 * The queue of callbacks, in the same database as their rows. Each callback is sent at least once. The
 * callbacks of one subject are sent in order: each callback waits for the first attempt at the callback
 * before it. A receiver that does not answer does not delay the receivers of other owners.
 */
export class CallbackQueue {
  private readonly boss: PgBoss;
  private readonly database: Database;
  private readonly stopping: AbortSignal;
  /** The end of the latest turn at each place. */
  private readonly turns = new Map<string, Promise<undefined>>();
  private relievedWorkers = 0;

  constructor({ boss, database, stopping }: QueueParts) {
    this.boss = boss;
    this.database = database;
    this.stopping = stopping;
    hideFields(this, 'boss', 'database');
  }

  /**
   * Writes the callbacks of one subject and the job of the first attempt.
   *
   * @param transaction The transaction that records the event. The callbacks report this event.
   */
  async enqueue(transaction: Transaction<Schema>, callbacks: readonly NewCallback[]): Promise<void> {
    const next = await addCallbacks(transaction, callbacks);
    const [first] = callbacks;
    if (next !== undefined && first !== undefined)
      await this.send({ callback: next, place: groupOf(first), tries: 1 }, 0, transaction);
  }

  /** Enqueues one more attempt at a callback, due immediately, whatever the status of the callback. */
  async resend(callback: Pick<NewCallback, 'id' | 'owner' | 'url'>): Promise<void> {
    await this.send({ callback: callback.id, place: groupOf(callback), tries: null }, 0);
  }

  /** Starts taking jobs. */
  async startWorkers(handlers: CallbackHandlers): Promise<void> {
    for (let worker = 0; worker < WORKERS; worker++) await this.startWorker(handlers);
    const dead = deadLettersOf(CALLBACK_QUEUE);
    await this.boss.work<Payload>(dead, async (jobs) => {
      // The receiver is not to blame, so there is no reason to wait.
      const delayBefore = (next: number) => (handlers.delayBefore(next) === undefined ? undefined : 0);
      const atOnce = { ...handlers, delayBefore };
      for (const { id, data } of jobs) {
        const { outcome = WORKER_DIED } = data;
        const next = outcome === WORKER_DIED ? atOnce : handlers;
        await this.recordAttempt(data, outcome, { queue: dead, id }, next);
      }
    });
  }

  /** Starts one more worker and returns its id. */
  private async startWorker(handlers: CallbackHandlers): Promise<string> {
    const worker = await this.boss.work<Payload, undefined, typeof WORK_OPTIONS>(
      CALLBACK_QUEUE,
      WORK_OPTIONS,
      async (jobs) => {
        const endRelief = this.relieveLater(handlers);
        try {
          for (const job of jobs) await this.attempt(job, handlers);
        } finally {
          await endRelief();
          // Fetch the next job immediately instead of at the next poll.
          this.boss.notifyWorker(worker);
        }
        return undefined;
      },
    );
    return worker;
  }

  /**
   * Starts another worker if the calling worker has to wait long for its receiver.
   *
   * @returns A function that ends the other worker. Call it when the wait is over.
   */
  private relieveLater(handlers: CallbackHandlers): () => Promise<void> {
    let relief: Promise<string | undefined> | undefined;
    const timer = setTimeout(() => {
      if (this.stopping.aborted || this.relievedWorkers >= MAX_RELIEVED_WORKERS) return;
      this.relievedWorkers++;
      // Once pg-boss has stopped, it refuses to start a worker. Ignore that: no worker is needed then.
      relief = this.startWorker(handlers).catch(() => undefined);
    }, RELIEF_AFTER_MS);
    return async () => {
      clearTimeout(timer);
      if (relief === undefined) return;
      this.relievedWorkers--;
      // If the other worker is making an attempt, it ends after that attempt.
      const worker = await relief;
      if (worker !== undefined) await this.boss.offWork(CALLBACK_QUEUE, { id: worker, wait: false });
    };
  }

  private async attempt({ id, data, signal }: Job<Payload>, handlers: CallbackHandlers): Promise<void> {
    const endTurn = await this.takeTurn(data.place);
    const passOn = setTimeout(endTurn, TURN_MS);
    try {
      const { callback, tries } = data;
      const outcome = await handlers.attempt({ callback, isResend: tries === null, signal });
      // From now on, the next attempt waits for the record and not for the time.
      clearTimeout(passOn);
      if (outcome === undefined) return;
      // One short statement: if the process is killed before it, the callback is sent again.
      await this.database.retryUntilAvailable(() => keepOutcome(this.database.tables, id, outcome), {
        signal: this.stopping,
      });
      endTurn();
      await this.recordAttempt(data, outcome, { queue: CALLBACK_QUEUE, id }, handlers);
    } finally {
      clearTimeout(passOn);
      endTurn();
    }
  }

  /** Waits for the turn of an attempt among those at the same place. Returns the function that ends the turn. */
  private async takeTurn(place: string): Promise<() => void> {
    const before = this.turns.get(place);
    const { promise: turn, resolve } = Promise.withResolvers<undefined>();
    this.turns.set(place, turn);
    await before;
    return () => {
      if (this.turns.get(place) === turn) this.turns.delete(place);
      resolve(undefined);
    };
  }

  /**
   * Records the outcome of an attempt and enqueues the retry or the next callback, if there is one.
   *
   * @param job Completed in the same transaction. If the queue has given the job to another worker in the
   *   meantime, nothing is recorded here: the other worker records the attempt.
   */
  private async recordAttempt(
    { callback, place, tries }: Payload,
    outcome: CallbackAttemptOutcome,
    job: { readonly queue: string; readonly id: string },
    handlers: CallbackHandlers,
  ): Promise<void> {
    const record = async (transaction: Transaction<Schema>): Promise<void> => {
      if (!(await completeJob(this.boss, transaction, job.queue, job.id))) return;
      const next = outcome.error === null || tries === null ? undefined : tries + 1;
      const delay = next === undefined ? undefined : handlers.delayBefore(next);
      const wasLast = tries !== null && delay === undefined;
      const status = outcome.error === null ? 'delivered' : wasLast ? 'failed' : undefined;
      const nextCallback = await recordCallbackAttempt(transaction, callback, outcome, status);
      if (next !== undefined && delay !== undefined)
        await this.send({ callback, place, tries: next }, delay, transaction);
      if (nextCallback !== undefined)
        await this.send({ callback: nextCallback, place, tries: 1 }, 0, transaction);
    };
    const { database, stopping: signal } = this;
    await database.retryUntilAvailable(() => database.tables.transaction().execute(record), { signal });
  }

  private async send(payload: Payload, startAfter: number, transaction?: Transaction<Schema>): Promise<void> {
    const db = transaction && { db: fromKysely(transaction) };
    const isRetry = payload.tries !== null && payload.tries > 1;
    // Retries have their own group, so that they do not use up the limit of first attempts.
    const group = { id: isRetry ? `${payload.place} again` : payload.place };
    await this.boss.send(CALLBACK_QUEUE, payload, {
      ...db,
      startAfter,
      group,
      priority: isRetry ? RETRY_PRIORITY : FIRST_PRIORITY,
    });
  }
}

/** Returns the name of the group that a callback's receiver belongs to. */
function groupOf({ owner, url }: Pick<NewCallback, 'owner' | 'url'>): string {
  return `${owner} ${crc32(new URL(url).origin) % GROUPS_PER_OWNER}`;
}
