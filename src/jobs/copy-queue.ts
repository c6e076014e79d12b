import type { Transaction } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import { KinoraError } from '../base/errors.ts';
import { countWaitingTransfers } from '../store/transfers.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { COPY_QUEUE, DEAD_COPY_QUEUE, wakeWorkers } from './boss.ts';

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
  /** True if no other try follows this one. */
  readonly isLastTry: boolean;
  /** Fires when the process stops, or when the job has run out of time. */
  readonly signal: AbortSignal;
}

/**
 * What is to be written when a try has ended: in the transaction that ends its job, and only when that was still ours. `again` has it
 * tried again later.
 */
export type CopyResult = 'again' | ((transaction: Transaction<Schema>) => Promise<void>);

/** The work of the queue's workers. */
export interface CopyHandlers {
  /** Makes one try. */
  attempt(job: CopyJob): Promise<CopyResult>;
  /** Ends what was tried often enough and never came to an end. */
  abandon(subject: CopySubject, transaction: Transaction<Schema>): Promise<void>;
}

/** Seconds before each try: five more within an hour of the first. */
const DELAYS_SECONDS: readonly number[] = [0, 30, 120, 300, 900, 2100];
/** Each delay is longer by up to this part of it, so that what failed together is not tried again together. */
const JITTER = 0.1;

/** Copies and fetches of one process at the same time; they wait for networks, not for this machine. */
const WORKERS = 6;
/** So that one owner's slow destinations do not hold up those of others. */
const WORKERS_PER_OWNER = 4;
const POLL_SECONDS = 2;
const WORK_OPTIONS = {
  localConcurrency: WORKERS,
  localGroupConcurrency: WORKERS_PER_OWNER,
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
};

/** The files that wait to be sent to other providers, on the same database as the rows. Each is tried until it is there or is refused. */
export class CopyQueue {
  private readonly boss: PgBoss;
  private readonly database: Database;
  private readonly stopping: AbortSignal;
  private readonly maxWaiting: number;

  /**
   * @param boss started, with its queues made.
   * @param stopping fires when the process stops.
   * @param maxWaiting how many transfers may wait.
   */
  constructor(boss: PgBoss, database: Database, stopping: AbortSignal, maxWaiting: number) {
    this.boss = boss;
    this.database = database;
    this.stopping = stopping;
    this.maxWaiting = maxWaiting;
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
    this.stopping.throwIfAborted();
    if ((await countWaitingTransfers(transaction, this.maxWaiting + 1)) > this.maxWaiting)
      throw new KinoraError('queue_full', 'Too many transfers are waiting; try again later.');
    await this.enqueue(transaction, { kind: 'transfer', ...transfer });
  }

  /** Has something copied, from the end of the transaction on. */
  async enqueue(transaction: Transaction<Schema>, subject: CopySubject): Promise<void> {
    await this.send({ ...subject, tries: 1 }, 0, transaction);
  }

  /** Takes jobs from now on. */
  async startWorkers(handlers: CopyHandlers): Promise<void> {
    await this.boss.work<Payload, undefined, typeof WORK_OPTIONS>(COPY_QUEUE, WORK_OPTIONS, async (jobs) => {
      try {
        for (const job of jobs) await this.attempt(job, handlers);
      } finally {
        wakeWorkers(this.boss, COPY_QUEUE);
      }
      return undefined;
    });
    await this.boss.work<Payload>(DEAD_COPY_QUEUE, async (jobs) => {
      for (const { id, data } of jobs) await this.retryOrAbandon(id, data, handlers);
    });
  }

  private async attempt({ id, data, signal }: Job<Payload>, handlers: CopyHandlers): Promise<void> {
    const isLastTry = data.tries >= DELAYS_SECONDS.length;
    const subject: CopySubject = { kind: data.kind, id: data.id, owner: data.owner };
    const combined = AbortSignal.any([this.stopping, signal]);
    let result: CopyResult | 'requeue';
    try {
      result = await handlers.attempt({ ...subject, isLastTry, signal: combined });
    } catch (error) {
      if (!this.stopping.aborted) throw error;
      result = 'requeue';
    }
    if (this.stopping.aborted && result === 'again') result = 'requeue';
    await this.database.tables.transaction().execute(async (transaction) => {
      // When it was taken away meanwhile, its successor says what became of it.
      if (!(await this.complete(id, transaction))) return;
      if (result === 'requeue') await this.send(data, 0, transaction);
      else if (result === 'again') await this.retry(data, transaction);
      else await result(transaction);
    });
  }

  private async retryOrAbandon(id: string, data: Payload, handlers: CopyHandlers): Promise<void> {
    await this.database.tables.transaction().execute(async (transaction) => {
      if (data.tries >= DELAYS_SECONDS.length) await handlers.abandon(data, transaction);
      // Under the id of the dead job, so that to do this twice makes one job.
      else await this.retry(data, transaction, id);
    });
  }

  private async retry(data: Payload, transaction: Transaction<Schema>, id?: string): Promise<void> {
    const delay = DELAYS_SECONDS[data.tries] ?? 0;
    const startAfter = Math.round(delay * (1 + JITTER * Math.random()));
    await this.send({ ...data, tries: data.tries + 1 }, startAfter, transaction, id);
  }

  private async complete(job: string, transaction: Transaction<Schema>): Promise<boolean> {
    const completed = await this.boss.complete(COPY_QUEUE, job, undefined, { db: fromKysely(transaction) });
    // The package's type leaves out what its documentation promises: the number of jobs that were active until now.
    return (completed as { affected?: number }).affected === 1;
  }

  private async send(
    payload: Payload,
    startAfter: number,
    transaction: Transaction<Schema>,
    id?: string,
  ): Promise<void> {
    const options = { db: fromKysely(transaction), startAfter, group: { id: payload.owner } };
    await this.boss.send(COPY_QUEUE, payload, id === undefined ? options : { ...options, id });
  }
}
