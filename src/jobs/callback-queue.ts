import type { Transaction } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import { addCallbacks, endAttempt, type NewCallback, type Outcome } from '../store/callbacks.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { CALLBACKS, DEAD_CALLBACKS, goOnAtOnce } from './boss.ts';
import { delayBefore } from './callback-schedule.ts';

/** The payload of a job: one attempt at a callback. */
interface Payload {
  readonly callback: string;
  readonly owner: string;
  /** Which attempt of the schedule it is, from 1; `null` for one that was asked for, which no other follows. */
  readonly tries: number | null;
}

/** One attempt that is to be made now. */
export interface CallbackJob {
  /** Id of the callback. */
  readonly callback: string;
  /** Whether somebody asked for it; then it is sent also when it was delivered before. */
  readonly asked: boolean;
  readonly signal: AbortSignal;
}

/** Makes one attempt, and says how it ended; `undefined` when there is nothing to send any more. */
export type CallbackHandler = (job: CallbackJob) => Promise<Outcome | undefined>;

/** An address that answers slowly takes a hand for ten seconds; the others go on. */
const HANDS = 8;
/** So that one owner's slow receivers do not hold up those of others. */
const HANDS_OF_ONE = 4;
/** Notifications start an attempt at once; one that comes due later waits for the next poll. */
const POLL_SECONDS = 4;
const WORK = {
  localConcurrency: HANDS,
  localGroupConcurrency: HANDS_OF_ONE,
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
};

/** How an attempt ended whose worker died in the middle. */
const DIED: Outcome = { code: null, error: 'The process that sent it ended in the middle.', took: 0 };

/**
 * The callbacks that wait to be sent, on the same database as the rows. Those of one subject are tried in order: each waits until the
 * one before it has been tried once. Each is sent at least once.
 */
export class CallbackQueue {
  readonly #boss: PgBoss;
  readonly #database: Database;

  /** @param boss started, with its queues made. */
  constructor(boss: PgBoss, database: Database) {
    this.#boss = boss;
    this.#database = database;
  }

  /** Writes callbacks of one subject, and the job of the first attempt, in the transaction that records what they tell. */
  async announce(transaction: Transaction<Schema>, callbacks: readonly NewCallback[]): Promise<void> {
    const next = await addCallbacks(transaction, callbacks);
    const owner = callbacks[0]?.owner;
    if (next !== undefined && owner !== undefined)
      await this.#send({ callback: next, owner, tries: 1 }, 0, transaction);
  }

  /** Has a callback sent once more, at once, whatever became of it. */
  async resend(callback: string, owner: string): Promise<void> {
    await this.#send({ callback, owner, tries: null }, 0);
  }

  /** Takes jobs from now on. */
  async take(handler: CallbackHandler): Promise<void> {
    await this.#boss.work<Payload, undefined, typeof WORK>(CALLBACKS, WORK, async (jobs) => {
      try {
        for (const job of jobs) await this.#attempt(job, handler);
      } finally {
        goOnAtOnce(this.#boss, CALLBACKS);
      }
      return undefined;
    });
    await this.#boss.work<Payload>(DEAD_CALLBACKS, async (jobs) => {
      for (const { id, data } of jobs) await this.#record(data, DIED, DEAD_CALLBACKS, id);
    });
  }

  async #attempt({ id, data, signal }: Job<Payload>, handler: CallbackHandler): Promise<void> {
    const outcome = await handler({ callback: data.callback, asked: data.tries === null, signal });
    if (outcome) await this.#record(data, outcome, CALLBACKS, id);
  }

  /** @param job is completed in the same transaction; when it was taken away meanwhile, its successor records what became of it. */
  async #record(
    { callback, owner, tries }: Payload,
    outcome: Outcome,
    queue: string,
    job: string,
  ): Promise<void> {
    await this.#database.tables.transaction().execute(async (transaction) => {
      if (!(await this.#complete(queue, job, transaction))) return;
      const again = outcome.error === null || tries === null ? undefined : tries + 1;
      const delay = again === undefined ? undefined : delayBefore(again);
      const isOver = tries !== null && delay === undefined;
      const status = outcome.error === null ? 'delivered' : isOver ? 'failed' : undefined;
      const behind = await endAttempt(transaction, callback, outcome, status);
      if (again !== undefined && delay !== undefined)
        await this.#send({ callback, owner, tries: again }, delay, transaction);
      if (behind !== undefined) await this.#send({ callback: behind, owner, tries: 1 }, 0, transaction);
    });
  }

  async #complete(queue: string, job: string, transaction: Transaction<Schema>): Promise<boolean> {
    const completed = await this.#boss.complete(queue, job, undefined, { db: fromKysely(transaction) });
    // The package's type leaves out what its documentation promises: the number of jobs that were active until now.
    return (completed as { affected?: number }).affected === 1;
  }

  async #send(payload: Payload, startAfter: number, transaction?: Transaction<Schema>): Promise<void> {
    const db = transaction && { db: fromKysely(transaction) };
    await this.#boss.send(CALLBACKS, payload, { ...db, startAfter, group: { id: payload.owner } });
  }
}
