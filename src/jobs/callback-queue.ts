import { crc32 } from 'node:zlib';
import type { Transaction } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import { addCallbacks, endAttempt, type NewCallback, type Outcome } from '../store/callbacks.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { CALLBACKS, DEAD_CALLBACKS } from './boss.ts';
import { delayBefore } from './callback-schedule.ts';

/** The payload of a job: one attempt at a callback. */
interface Payload {
  readonly callback: string;
  /** Whose receiver it is for, as `placeOf` names it. */
  readonly place: string;
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

/** Attempts that one process begins at the same time. */
const HANDS = 8;
/** Milliseconds after which another hand goes on in the place of one that still waits for its receiver. */
const RELIEF_MS = 100;
/** So many hands may be relieved at the same time: all of two owners whose receivers never answer. */
const RELIEVED = 512;
/** An owner's receivers share so many places, by their origin. So one receiver takes a part of what its owner has, and an owner no more than that. */
const PLACES = 4;
/** Attempts at a time for one place, and as many that are tried again. */
const ATTEMPTS_OF_PLACE = 32;
/** Of jobs that are due, those of a higher priority are taken first: what was in vain before would be so once more. */
const [FIRST, AGAIN] = [1, 0];
/** Notifications start an attempt at once; one that comes due later waits for the next poll. */
const POLL_SECONDS = 4;
const WORK = {
  groupConcurrency: ATTEMPTS_OF_PLACE,
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
};

/** How an attempt ended whose worker died in the middle. */
const DIED: Outcome = { code: null, error: 'The process that sent it ended in the middle.', took: 0 };

/**
 * The callbacks that wait to be sent, on the same database as the rows. Those of one subject are tried in order: each waits until the
 * one before it has been tried once. Each is sent at least once. A receiver that does not answer costs a wait, and holds up no other.
 */
export class CallbackQueue {
  readonly #boss: PgBoss;
  readonly #database: Database;
  readonly #stopping: AbortSignal;
  #relieved = 0;

  /**
   * @param boss started, with its queues made.
   * @param stopping fires when the process stops.
   */
  constructor(boss: PgBoss, database: Database, stopping: AbortSignal) {
    this.#boss = boss;
    this.#database = database;
    this.#stopping = stopping;
  }

  /** Writes callbacks of one subject, and the job of the first attempt, in the transaction that records what they tell. */
  async announce(transaction: Transaction<Schema>, callbacks: readonly NewCallback[]): Promise<void> {
    const next = await addCallbacks(transaction, callbacks);
    const [first] = callbacks;
    if (next !== undefined && first !== undefined)
      await this.#send({ callback: next, place: placeOf(first), tries: 1 }, 0, transaction);
  }

  /** Has a callback sent once more, at once, whatever became of it. */
  async resend(callback: Pick<NewCallback, 'id' | 'owner' | 'url'>): Promise<void> {
    await this.#send({ callback: callback.id, place: placeOf(callback), tries: null }, 0);
  }

  /** Takes jobs from now on. */
  async take(handler: CallbackHandler): Promise<void> {
    for (let hand = 0; hand < HANDS; hand++) await this.#work(handler);
    await this.#boss.work<Payload>(DEAD_CALLBACKS, async (jobs) => {
      for (const { id, data } of jobs) await this.#record(data, DIED, DEAD_CALLBACKS, id);
    });
  }

  /** One more hand. @returns its id. */
  async #work(handler: CallbackHandler): Promise<string> {
    const hand = await this.#boss.work<Payload, undefined, typeof WORK>(CALLBACKS, WORK, async (jobs) => {
      const end = this.#relieveLater(handler);
      try {
        for (const job of jobs) await this.#attempt(job, handler);
      } finally {
        await end();
        // After one job the next is fetched at once, not at the next poll.
        this.#boss.notifyWorker(hand);
      }
      return undefined;
    });
    return hand;
  }

  /** Has another hand go on while this one waits for its receiver. @returns what ends that, to be called when the wait is over. */
  #relieveLater(handler: CallbackHandler): () => Promise<void> {
    let relief: Promise<string | undefined> | undefined;
    const timer = setTimeout(() => {
      if (this.#stopping.aborted || this.#relieved >= RELIEVED) return;
      this.#relieved++;
      // pg-boss gives no more hands when it has stopped, and then none is missed.
      relief = this.#work(handler).catch(() => undefined);
    }, RELIEF_MS);
    return async () => {
      clearTimeout(timer);
      if (relief === undefined) return;
      this.#relieved--;
      // It ends when its own attempt has, if it makes one.
      const hand = await relief;
      if (hand !== undefined) await this.#boss.offWork(CALLBACKS, { id: hand, wait: false });
    };
  }

  async #attempt({ id, data, signal }: Job<Payload>, handler: CallbackHandler): Promise<void> {
    const outcome = await handler({ callback: data.callback, asked: data.tries === null, signal });
    if (outcome) await this.#record(data, outcome, CALLBACKS, id);
  }

  /** @param job is completed in the same transaction; when it was taken away meanwhile, its successor records what became of it. */
  async #record(
    { callback, place, tries }: Payload,
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
        await this.#send({ callback, place, tries: again }, delay, transaction);
      if (behind !== undefined) await this.#send({ callback: behind, place, tries: 1 }, 0, transaction);
    });
  }

  async #complete(queue: string, job: string, transaction: Transaction<Schema>): Promise<boolean> {
    const completed = await this.#boss.complete(queue, job, undefined, { db: fromKysely(transaction) });
    // The package's type leaves out what its documentation promises: the number of jobs that were active until now.
    return (completed as { affected?: number }).affected === 1;
  }

  async #send(payload: Payload, startAfter: number, transaction?: Transaction<Schema>): Promise<void> {
    const db = transaction && { db: fromKysely(transaction) };
    const isAgain = payload.tries !== null && payload.tries > 1;
    // What is tried again takes no first attempt's place.
    const group = { id: isAgain ? `${payload.place} again` : payload.place };
    await this.#boss.send(CALLBACKS, payload, {
      ...db,
      ...{ startAfter, group, priority: isAgain ? AGAIN : FIRST },
    });
  }
}

/** A name for the place of a callback's receiver among those of its owner. */
function placeOf({ owner, url }: Pick<NewCallback, 'owner' | 'url'>): string {
  return `${owner} ${crc32(new URL(url).origin) % PLACES}`;
}
