import type { Transaction } from 'kysely';
import type { PgBoss } from 'pg-boss';
import { KinoraError } from '../base/errors.ts';
import type { Database } from '../store/database.ts';
import { countWaitingCreatedAssets } from '../store/generation/created-assets.ts';
import type { Schema } from '../store/schema.ts';
import { type AttemptHandlers, type AttemptJob, AttemptQueue } from './attempt-queue.ts';
import { CREATION_QUEUE, DEAD_CREATION_QUEUE } from './boss.ts';

/** One attempt at a created asset. */
export type CreationJob = AttemptJob<'created'>;
/** The functions that the workers of the queue call. */
export type CreationHandlers = AttemptHandlers<'created'>;

/** Creations that one process runs at the same time. Most wait for an outside service. */
const WORKERS = 8;

const RULES = {
  name: CREATION_QUEUE,
  deadName: DEAD_CREATION_QUEUE,
  // Somebody waits for the file, so the attempts end within a few minutes.
  delaysSeconds: [0, 5, 30, 120],
  workersPerOwner: 5,
};

/** The queue of files to create with the Create API. */
export class CreationQueue {
  private readonly attempts: AttemptQueue<'created'>;
  private readonly stopping: AbortSignal;
  private readonly maxWaiting: number;

  /**
   * @param boss Started, with its queues created.
   * @param stopping Fires when the process stops.
   * @param maxWaiting Maximum number of waiting requests.
   */
  constructor(boss: PgBoss, database: Database, stopping: AbortSignal, maxWaiting: number) {
    this.attempts = new AttemptQueue(boss, database, stopping, RULES);
    this.stopping = stopping;
    this.maxWaiting = maxWaiting;
  }

  /**
   * Enqueues a created asset, which is already stored. Its job becomes available when the transaction commits.
   *
   * @throws {KinoraError} `queue_full` if too many requests are waiting, this one included; `stopping` if this
   * process is stopping.
   */
  async submit(
    transaction: Transaction<Schema>,
    { id, owner }: { readonly id: string; readonly owner: string },
  ): Promise<void> {
    this.stopping.throwIfAborted();
    if ((await countWaitingCreatedAssets(transaction, this.maxWaiting + 1)) > this.maxWaiting)
      throw new KinoraError('queue_full', 'Too many files are waiting to be created. Try again later.');
    await this.attempts.enqueue(transaction, { kind: 'created', id, owner });
  }

  /** Starts taking jobs. */
  async startWorkers(handlers: CreationHandlers): Promise<void> {
    await this.attempts.startWorkers(handlers, WORKERS);
  }
}
