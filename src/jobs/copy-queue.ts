import type { Transaction } from 'kysely';
import { KinoraError } from '../base/errors.ts';
import { countWaitingTransfers } from '../store/transfers.ts';
import type { Schema } from '../store/schema.ts';
import type { AttemptHandlers, AttemptJob, AttemptSubject } from './attempt-job.ts';
import { AttemptQueue, type AttemptQueueRules, type QueueParts } from './attempt-queue.ts';
import { COPY_QUEUE, DEAD_COPY_QUEUE } from './boss.ts';
import type { WorkLimits } from './capacity.ts';

/** The kind of a job: an asset to send, or a transfer whose file must be fetched first. */
type CopyKind = 'asset' | 'transfer';
/** The subject of a job. */
export type CopySubject = AttemptSubject<CopyKind>;
/** One attempt to make now. */
export type CopyJob = AttemptJob<CopyKind>;
/** The functions that the workers of the queue call. */
export type CopyHandlers = AttemptHandlers<CopyKind>;

/** Copies and fetches that one process runs at the same time. They wait for the network, not for the CPU. */
const WORKERS = 6;

/** All copies have the same cost, because they use little of this machine. */
const COST = { seconds: 1 };

const RULES: AttemptQueueRules = {
  lanes: { main: COPY_QUEUE },
  deadName: DEAD_COPY_QUEUE,
  // The first attempt is immediate. Five more follow within an hour.
  delaysSeconds: [0, 30, 120, 300, 900, 2100],
  // A provider that does not answer holds a copy for minutes.
  perOwner: 4,
};

/** The queue of copies and transfers. */
export class CopyQueue {
  private readonly attempts: AttemptQueue<CopyKind>;
  private readonly stopping: AbortSignal;
  private readonly maxWaiting: number;

  /** @param maxWaiting Maximum number of waiting transfers. */
  constructor(parts: QueueParts, maxWaiting: number) {
    this.attempts = new AttemptQueue(parts, RULES);
    this.stopping = parts.stopping;
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
    await this.attempts.enqueue(transaction, [{ subject, cost: COST }]);
  }

  /** Starts taking jobs. */
  async startWorkers(handlers: CopyHandlers, limits: WorkLimits = {}): Promise<void> {
    await this.attempts.startWorkers(handlers, { slots: WORKERS, ...limits });
  }

  /** The queues of attempts, to stop them. */
  get queues(): readonly AttemptQueue<CopyKind>[] {
    return [this.attempts];
  }
}
