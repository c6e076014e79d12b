import { crc32 } from 'node:zlib';
import type { Transaction } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import {
  addCallbacks,
  recordCallbackAttempt,
  type NewCallback,
  type CallbackAttemptOutcome,
} from '../store/callbacks.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { CALLBACK_QUEUE, DEAD_CALLBACK_QUEUE } from './boss.ts';

/** The payload of a job: one attempt at a callback. */
interface Payload {
  readonly callback: string;
  /** The group of its receiver, as `groupOf` names it. */
  readonly place: string;
  /** Which attempt of the schedule it is, from 1; `null` for one that was asked for, which no other follows. */
  readonly tries: number | null;
}

/** One attempt that is to be made now. */
export interface CallbackJob {
  /** Id of the callback. */
  readonly callback: string;
  /** True if a client asked for it. Then it is sent even if it was delivered before. */
  readonly isResend: boolean;
  readonly signal: AbortSignal;
}

/** The work of the queue's workers. */
export interface CallbackHandlers {
  /** Makes one attempt and returns how it ended; `undefined` if there is nothing to send any more. */
  attempt(job: CallbackJob): Promise<CallbackAttemptOutcome | undefined>;
  /** Returns the whole seconds to wait before an attempt, from 1; `undefined` if there is no such attempt. */
  delayBefore(attempt: number): number | undefined;
}

/** Attempts that one process begins at the same time. */
const WORKERS = 8;
/** Milliseconds after which another worker takes over from one that still waits for its receiver. */
const RELIEF_AFTER_MS = 100;
/** Workers that may be relieved at the same time: all of two owners whose receivers never answer. */
const MAX_RELIEVED_WORKERS = 512;
/** Groups that an owner's receivers share, by their origin. So one receiver takes only a part of its owner's attempts. */
const GROUPS_PER_OWNER = 4;
/** First attempts of one group at the same time, and as many retries. */
const MAX_ATTEMPTS_PER_GROUP = 32;
/** Due jobs with a higher priority are taken first: an attempt that failed before is likely to fail again. */
const [FIRST_PRIORITY, RETRY_PRIORITY] = [1, 0];
/** Notifications start an attempt at once; one that comes due later waits for the next poll. */
const POLL_SECONDS = 4;
const WORK_OPTIONS = {
  groupConcurrency: MAX_ATTEMPTS_PER_GROUP,
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
};

/** The outcome of an attempt whose worker died in the middle. */
const WORKER_DIED: CallbackAttemptOutcome = {
  code: null,
  error: 'The process that sent it ended in the middle.',
  took: 0,
};

/**
 * The callbacks that wait to be sent, on the same database as the rows. Those of one subject are tried in order: each waits until the
 * one before it has been tried once. Each is sent at least once. A receiver that does not answer costs a wait, and holds up no other.
 */
export class CallbackQueue {
  private readonly boss: PgBoss;
  private readonly database: Database;
  private readonly stopping: AbortSignal;
  private relievedWorkers = 0;

  /**
   * @param boss started, with its queues made.
   * @param stopping fires when the process stops.
   */
  constructor(boss: PgBoss, database: Database, stopping: AbortSignal) {
    this.boss = boss;
    this.database = database;
    this.stopping = stopping;
  }

  /** Writes callbacks of one subject, and the job of the first attempt, in the transaction that records what they tell. */
  async enqueue(transaction: Transaction<Schema>, callbacks: readonly NewCallback[]): Promise<void> {
    const next = await addCallbacks(transaction, callbacks);
    const [first] = callbacks;
    if (next !== undefined && first !== undefined)
      await this.send({ callback: next, place: groupOf(first), tries: 1 }, 0, transaction);
  }

  /** Has a callback sent once more, at once, whatever became of it. */
  async resend(callback: Pick<NewCallback, 'id' | 'owner' | 'url'>): Promise<void> {
    await this.send({ callback: callback.id, place: groupOf(callback), tries: null }, 0);
  }

  /** Takes jobs from now on. */
  async startWorkers(handlers: CallbackHandlers): Promise<void> {
    for (let worker = 0; worker < WORKERS; worker++) await this.startWorker(handlers);
    await this.boss.work<Payload>(DEAD_CALLBACK_QUEUE, async (jobs) => {
      for (const { id, data } of jobs)
        await this.recordAttempt(data, WORKER_DIED, { queue: DEAD_CALLBACK_QUEUE, id }, handlers);
    });
  }

  /** Starts one more worker. @returns its id. */
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
          // After one job the next is fetched at once, not at the next poll.
          this.boss.notifyWorker(worker);
        }
        return undefined;
      },
    );
    return worker;
  }

  /** Starts another worker if this one waits long for its receiver. @returns a function that ends it; call it when the wait is over. */
  private relieveLater(handlers: CallbackHandlers): () => Promise<void> {
    let relief: Promise<string | undefined> | undefined;
    const timer = setTimeout(() => {
      if (this.stopping.aborted || this.relievedWorkers >= MAX_RELIEVED_WORKERS) return;
      this.relievedWorkers++;
      // pg-boss starts no more workers when it has stopped, and then none is missed.
      relief = this.startWorker(handlers).catch(() => undefined);
    }, RELIEF_AFTER_MS);
    return async () => {
      clearTimeout(timer);
      if (relief === undefined) return;
      this.relievedWorkers--;
      // It ends when its own attempt has, if it makes one.
      const worker = await relief;
      if (worker !== undefined) await this.boss.offWork(CALLBACK_QUEUE, { id: worker, wait: false });
    };
  }

  private async attempt({ id, data, signal }: Job<Payload>, handlers: CallbackHandlers): Promise<void> {
    const outcome = await handlers.attempt({
      callback: data.callback,
      isResend: data.tries === null,
      signal,
    });
    if (outcome) await this.recordAttempt(data, outcome, { queue: CALLBACK_QUEUE, id }, handlers);
  }

  /** @param job is completed in the same transaction. If it was taken away meanwhile, its successor records the attempt. */
  private async recordAttempt(
    { callback, place, tries }: Payload,
    outcome: CallbackAttemptOutcome,
    job: { readonly queue: string; readonly id: string },
    handlers: CallbackHandlers,
  ): Promise<void> {
    await this.database.tables.transaction().execute(async (transaction) => {
      if (!(await this.complete(job.queue, job.id, transaction))) return;
      const next = outcome.error === null || tries === null ? undefined : tries + 1;
      const delay = next === undefined ? undefined : handlers.delayBefore(next);
      const wasLast = tries !== null && delay === undefined;
      const status = outcome.error === null ? 'delivered' : wasLast ? 'failed' : undefined;
      const nextCallback = await recordCallbackAttempt(transaction, callback, outcome, status);
      if (next !== undefined && delay !== undefined)
        await this.send({ callback, place, tries: next }, delay, transaction);
      if (nextCallback !== undefined)
        await this.send({ callback: nextCallback, place, tries: 1 }, 0, transaction);
    });
  }

  private async complete(queue: string, job: string, transaction: Transaction<Schema>): Promise<boolean> {
    const completed = await this.boss.complete(queue, job, undefined, { db: fromKysely(transaction) });
    // The package's type leaves out what its documentation promises: the number of jobs that were active until now.
    return (completed as { affected?: number }).affected === 1;
  }

  private async send(payload: Payload, startAfter: number, transaction?: Transaction<Schema>): Promise<void> {
    const db = transaction && { db: fromKysely(transaction) };
    const isRetry = payload.tries !== null && payload.tries > 1;
    // A retry does not take the place of a first attempt.
    const group = { id: isRetry ? `${payload.place} again` : payload.place };
    await this.boss.send(CALLBACK_QUEUE, payload, {
      ...db,
      startAfter,
      group,
      priority: isRetry ? RETRY_PRIORITY : FIRST_PRIORITY,
    });
  }
}

/** Names the group of a callback's receiver among those of its owner. */
function groupOf({ owner, url }: Pick<NewCallback, 'owner' | 'url'>): string {
  return `${owner} ${crc32(new URL(url).origin) % GROUPS_PER_OWNER}`;
}
