import type { Transaction } from 'kysely';
import { fromKysely, type Job, type PgBoss } from 'pg-boss';
import { hideFields } from '../base/hide-fields.ts';
import { KinoraError } from '../base/errors.ts';
import { countWaitingTransfers } from '../store/transfers.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { COPY_QUEUE, DEAD_COPY_QUEUE, wakeWorkers } from './boss.ts';

/** The subject of a job: an asset to send, or a transfer whose file must be fetched first. */
export interface CopySubject {
  readonly kind: 'asset' | 'transfer';
  readonly id: string;
  readonly owner: string;
}

/** The payload of a job: one attempt. */
interface Payload extends CopySubject {
  /** Number of the attempt, from 1. */
  readonly tries: number;
}

/** One attempt to make now. */
export interface CopyJob extends CopySubject {
  /** True if no other attempt follows this one. */
  readonly isLastTry: boolean;
  /** Fires when the process stops, or when the job has run out of time. */
  readonly signal: AbortSignal;
}

/**
 * The result of an attempt: a function that records it, or `again` to retry later. The function runs in the
 * transaction that completes the job, and only if the job still belongs to this worker.
 */
export type CopyResult = 'again' | ((transaction: Transaction<Schema>) => Promise<void>);

/** The functions that the workers of the queue call. */
export interface CopyHandlers {
  /** Makes one attempt. */
  attempt(job: CopyJob): Promise<CopyResult>;
  /** Gives up a subject whose last attempt ended without a result. */
  abandon(subject: CopySubject, transaction: Transaction<Schema>): Promise<void>;
}

/** Seconds before each attempt. The first attempt is immediate. Five more follow within an hour. */
const DELAYS_SECONDS: readonly number[] = [0, 30, 120, 300, 900, 2100];
/**
 * Each delay is extended by up to this fraction, so that attempts that failed together are not retried
 * together.
 */
const JITTER = 0.1;

/** Copies and fetches that one process runs at the same time. They wait for the network, not for the CPU. */
const WORKERS = 6;
/**
 * A limit per owner, so that the slow destinations of one owner do not hold up the copies of other owners.
 */
const WORKERS_PER_OWNER = 4;
const POLL_SECONDS = 2;
const WORK_OPTIONS = {
  localConcurrency: WORKERS,
  localGroupConcurrency: WORKERS_PER_OWNER,
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
};

/**
 * The queue of copies and transfers, in the same database as their rows. Each copy and each transfer is
 * attempted until it succeeds, is refused or has used up its attempts.
 */
export class CopyQueue {
  private readonly boss: PgBoss;
  private readonly database: Database;
  private readonly stopping: AbortSignal;
  private readonly maxWaiting: number;

  /**
   * @param boss Started, with its queues created.
   * @param stopping Fires when the process stops.
   * @param maxWaiting Maximum number of waiting transfers.
   */
  constructor(boss: PgBoss, database: Database, stopping: AbortSignal, maxWaiting: number) {
    this.boss = boss;
    this.database = database;
    this.stopping = stopping;
    this.maxWaiting = maxWaiting;
    hideFields(this, 'boss', 'database');
  }

  /**
   * Enqueues a transfer. Its job becomes available when the transaction commits.
   *
   * @throws {KinoraError} `queue_full` if too many transfers are waiting, this one included; `stopping` if
   * this process is stopping.
   */
  async submitTransfer(
    transaction: Transaction<Schema>,
    transfer: Pick<CopySubject, 'id' | 'owner'>,
  ): Promise<void> {
    this.stopping.throwIfAborted();
    if ((await countWaitingTransfers(transaction, this.maxWaiting + 1)) > this.maxWaiting)
      throw new KinoraError('queue_full', 'Too many transfers are waiting. Try again later.');
    await this.enqueue(transaction, { kind: 'transfer', ...transfer });
  }

  /** Enqueues the first attempt at a subject. Its job becomes available when the transaction commits. */
  async enqueue(transaction: Transaction<Schema>, subject: CopySubject): Promise<void> {
    await this.send({ ...subject, tries: 1 }, 0, transaction);
  }

  /** Starts taking jobs. */
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
      // If the queue has given the job to another worker in the meantime, that worker records the result.
      if (!(await this.complete(id, transaction))) return;
      if (result === 'requeue') await this.send(data, 0, transaction);
      else if (result === 'again') await this.retry(data, transaction);
      else await result(transaction);
    });
  }

  private async retryOrAbandon(id: string, data: Payload, handlers: CopyHandlers): Promise<void> {
    await this.database.tables.transaction().execute(async (transaction) => {
      if (data.tries >= DELAYS_SECONDS.length) await handlers.abandon(data, transaction);
      // The retry gets the id of the dead job, so that doing this twice creates one job.
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
    // pg-boss documents `affected`, the number of jobs that were still active, but its type omits it.
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
