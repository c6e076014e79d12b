import type { Transaction } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import { KinoraError } from '../base/errors.ts';
import { countWaitingTransfers } from '../store/copies.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { COPIES, DEAD_COPIES, goOnAtOnce } from './boss.ts';

/** What a job is about: an asset that is to be sent, or a transfer whose file is to be fetched first. */
export interface CopySubject {
  readonly kind: 'asset' | 'transfer';
  readonly id: string;
  readonly owner: string;
}

/** The payload of a job: one try. */
interface Payload extends CopySubject {
  /** Which try it is, from 1. */
  readonly tries: number;
}

/** One try that is to be made now. */
export interface CopyJob extends CopySubject {
  /** Whether there is no other try after this. */
  readonly last: boolean;
  /** Fires when the process stops, or when the job has run out of time. */
  readonly signal: AbortSignal;
}

/**
 * What is to be written when a try has ended: in the transaction that ends its job, and only when that was still ours. `again` has it
 * tried again later.
 */
export type CopyEnd = 'again' | ((transaction: Transaction<Schema>) => Promise<void>);

/** What the hands of the queue do. */
export interface CopyHandlers {
  /** Makes one try. */
  take(job: CopyJob): Promise<CopyEnd>;
  /** Ends what was tried often enough and never came to an end. */
  giveUp(subject: CopySubject, transaction: Transaction<Schema>): Promise<void>;
}

/** Seconds before each try: five more within an hour of the first. */
const DELAYS: readonly number[] = [0, 30, 120, 300, 900, 2100];
/** Each delay is longer by up to this part of it, so that what failed together is not tried again together. */
const JITTER = 0.1;

/** Copies and fetches of one process at the same time; they wait for networks, not for this machine. */
const HANDS = 6;
/** So that one owner's slow destinations do not hold up those of others. */
const HANDS_OF_ONE = 4;
const POLL_SECONDS = 2;
const WORK = {
  localConcurrency: HANDS,
  localGroupConcurrency: HANDS_OF_ONE,
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
};

/** The files that wait to be sent to other providers, on the same database as the rows. Each is tried until it is there or is refused. */
export class CopyQueue {
  readonly #boss: PgBoss;
  readonly #database: Database;
  readonly #stopping: AbortSignal;
  readonly #limit: number;

  /**
   * @param boss started, with its queues made.
   * @param stopping fires when the process stops.
   * @param limit how many transfers may wait.
   */
  constructor(boss: PgBoss, database: Database, stopping: AbortSignal, limit: number) {
    this.#boss = boss;
    this.#database = database;
    this.#stopping = stopping;
    this.#limit = limit;
  }

  /**
   * Has the file of a transfer fetched and sent on, from the end of the transaction on.
   *
   * @throws {KinoraError} `queue_full` when too many wait, this one included; `stopping` when this process stops.
   */
  async submitTransfer(
    transaction: Transaction<Schema>,
    transfer: Pick<CopySubject, 'id' | 'owner'>,
  ): Promise<void> {
    this.#stopping.throwIfAborted();
    if ((await countWaitingTransfers(transaction, this.#limit + 1)) > this.#limit)
      throw new KinoraError('queue_full', 'Too many transfers are waiting; try again later.');
    await this.submit(transaction, { kind: 'transfer', ...transfer });
  }

  /** Has something copied, from the end of the transaction on. */
  async submit(transaction: Transaction<Schema>, subject: CopySubject): Promise<void> {
    await this.#send({ ...subject, tries: 1 }, 0, transaction);
  }

  /** Takes jobs from now on. */
  async take(handlers: CopyHandlers): Promise<void> {
    await this.#boss.work<Payload, undefined, typeof WORK>(COPIES, WORK, async (jobs) => {
      try {
        for (const job of jobs) await this.#try(job, handlers);
      } finally {
        goOnAtOnce(this.#boss, COPIES);
      }
      return undefined;
    });
    await this.#boss.work<Payload>(DEAD_COPIES, async (jobs) => {
      for (const { id, data } of jobs) await this.#afterDeath(id, data, handlers);
    });
  }

  async #try({ id, data, signal }: Job<Payload>, handlers: CopyHandlers): Promise<void> {
    const last = data.tries >= DELAYS.length;
    const subject: CopySubject = { kind: data.kind, id: data.id, owner: data.owner };
    const all = AbortSignal.any([this.#stopping, signal]);
    let end: CopyEnd | 'back';
    try {
      end = await handlers.take({ ...subject, last, signal: all });
    } catch (error) {
      if (!this.#stopping.aborted) throw error;
      end = 'back';
    }
    if (this.#stopping.aborted && end === 'again') end = 'back';
    await this.#database.tables.transaction().execute(async (transaction) => {
      // When it was taken away meanwhile, its successor says what became of it.
      if (!(await this.#complete(id, transaction))) return;
      if (end === 'back') await this.#send(data, 0, transaction);
      else if (end === 'again') await this.#again(data, transaction);
      else await end(transaction);
    });
  }

  async #afterDeath(id: string, data: Payload, handlers: CopyHandlers): Promise<void> {
    await this.#database.tables.transaction().execute(async (transaction) => {
      if (data.tries >= DELAYS.length) await handlers.giveUp(data, transaction);
      // Under the id of the dead job, so that to do this twice makes one job.
      else await this.#again(data, transaction, id);
    });
  }

  async #again(data: Payload, transaction: Transaction<Schema>, id?: string): Promise<void> {
    const delay = DELAYS[data.tries] ?? 0;
    const after = Math.round(delay * (1 + JITTER * Math.random()));
    await this.#send({ ...data, tries: data.tries + 1 }, after, transaction, id);
  }

  async #complete(job: string, transaction: Transaction<Schema>): Promise<boolean> {
    const completed = await this.#boss.complete(COPIES, job, undefined, { db: fromKysely(transaction) });
    // The package's type leaves out what its documentation promises: the number of jobs that were active until now.
    return (completed as { affected?: number }).affected === 1;
  }

  async #send(
    payload: Payload,
    startAfter: number,
    transaction: Transaction<Schema>,
    id?: string,
  ): Promise<void> {
    const options = { db: fromKysely(transaction), startAfter, group: { id: payload.owner } };
    await this.#boss.send(COPIES, payload, id === undefined ? options : { ...options, id });
  }
}
