import type { Transaction } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { KinoraError } from '../base/errors.ts';
import { countWaitingTransfers } from '../store/transfers.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import {
  type AttemptHandlers,
  type AttemptJob,
  AttemptQueue,
  type RecordResult,
  type AttemptSubject,
} from './attempt-queue.ts';
import { COPY_QUEUE, DEAD_COPY_QUEUE } from './boss.ts';

/** The kind of a job: an asset to send, or a transfer whose file must be fetched first. */
type CopyKind = 'asset' | 'transfer';
/** The subject of a job. */
export type CopySubject = AttemptSubject<CopyKind>;
/** One attempt to make now. */
export type CopyJob = AttemptJob<CopyKind>;
/** The result of an attempt. */
export type CopyResult = 'again' | RecordResult;
/** The functions that the workers of the queue call. */
export type CopyHandlers = AttemptHandlers<CopyKind>;

/** Copies and fetches that one process runs at the same time. They wait for the network, not for the CPU. */
const WORKERS = 6;

const RULES = {
  name: COPY_QUEUE,
  deadName: DEAD_COPY_QUEUE,
  // The first attempt is immediate. Five more follow within an hour.
  delaysSeconds: [0, 30, 120, 300, 900, 2100],
  workersPerOwner: 4,
};

/** The queue of copies and transfers. */
export class CopyQueue {
  private readonly attempts: AttemptQueue<CopyKind>;
  private readonly stopping: AbortSignal;
  private readonly maxWaiting: number;

  /**
   * @param boss Started, with its queues created.
   * @param stopping Fires when the process stops.
   * @param maxWaiting Maximum number of waiting transfers.
   */
  constructor(boss: PgBoss, database: Database, stopping: AbortSignal, maxWaiting: number) {
    this.attempts = new AttemptQueue(boss, database, stopping, RULES);
    this.stopping = stopping;
    this.maxWaiting = maxWaiting;
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
    await this.attempts.enqueue(transaction, subject);
  }

  /** Starts taking jobs. */
  async startWorkers(handlers: CopyHandlers): Promise<void> {
    await this.attempts.startWorkers(handlers, WORKERS);
  }
}
