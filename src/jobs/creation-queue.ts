import type { Transaction } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import { countWaitingCreatedAssets } from '../store/generation/created-assets.ts';
import type { Schema } from '../store/schema.ts';
import type { AttemptHandlers, AttemptJob } from './attempt-job.ts';
import { AttemptQueue, type AttemptQueueRules, type QueueParts } from './attempt-queue.ts';
import { CREATION_QUEUE, DEAD_CREATION_QUEUE } from './boss.ts';
import type { WorkLimits } from './capacity.ts';

/** One attempt at a created asset. */
export type CreationJob = AttemptJob<'created'>;
/** The functions that the workers of the queue call. */
export type CreationHandlers = AttemptHandlers<'created'>;

/** Creations that one process runs at the same time. Most wait for an outside service. */
const WORKERS = 8;

/** All creations have the same cost, because they use little of this machine. */
const COST = { seconds: 1 };

const RULES: AttemptQueueRules = {
  lanes: { main: CREATION_QUEUE },
  deadName: DEAD_CREATION_QUEUE,
  // A client waits for the file, so the attempts end within a few minutes.
  delaysSeconds: [0, 5, 30, 120],
  // A service that does not answer holds a creation for minutes.
  perOwner: 5,
};

/** The queue of files to create with the Create API. */
export class CreationQueue {
  private readonly attempts: AttemptQueue<'created'>;
  private readonly stopping: AbortSignal;
  private readonly maxWaiting: number;

  /** @param maxWaiting Maximum number of waiting requests. */
  constructor(parts: QueueParts, maxWaiting: number) {
    this.attempts = new AttemptQueue(parts, RULES);
    this.stopping = parts.stopping;
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
    await this.attempts.enqueue(transaction, [{ subject: { kind: 'created', id, owner }, cost: COST }]);
  }

  /** Starts taking jobs. */
  async startWorkers(handlers: CreationHandlers, limits: WorkLimits = {}): Promise<void> {
    await this.attempts.startWorkers(handlers, { slots: WORKERS, ...limits });
  }

  /** The queues of attempts, to stop them. */
  get queues(): readonly AttemptQueue<'created'>[] {
    return [this.attempts];
  }
}
