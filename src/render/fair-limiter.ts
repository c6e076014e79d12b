import pLimit, { type LimitFunction } from 'p-limit';
import { KinoraError } from '../base/errors.ts';

/** Maximum number of waiting requests per slot. */
const WAITING_PER_SLOT = 16;
const MAX_WAIT_MS = 15_000;
/** Maximum fraction of the slots that one owner can use. */
const OWNER_SHARE = 0.75;

/** The sender of a request. */
interface Sender {
  readonly owner: string;
  /** Aborts when the sender stops waiting. */
  readonly signal: AbortSignal;
}

interface OwnerQueue {
  readonly limit: LimitFunction;
  /** Number of requests that run or wait. */
  pending: number;
  waiting: number;
}

/** Limits the number of running and waiting requests, in total and per owner. */
export class FairLimiter {
  private readonly concurrency: number;
  private readonly concurrencyPerOwner: number;
  private readonly maxWaitMs: number;
  private readonly limit: LimitFunction;
  private readonly owners = new Map<string, OwnerQueue>();
  private waiting = 0;

  /**
   * @param concurrency maximum number of requests that run at the same time, at least 1.
   * @param maxWaitMs milliseconds that a request may wait for a slot.
   */
  constructor(concurrency: number, maxWaitMs = MAX_WAIT_MS) {
    this.concurrency = concurrency;
    this.concurrencyPerOwner = Math.max(1, Math.floor(concurrency * OWNER_SHARE));
    this.maxWaitMs = maxWaitMs;
    this.limit = pLimit(concurrency);
  }

  /**
   * Runs work as soon as a slot is free.
   *
   * @throws {KinoraError} `queue_full` if too many requests are waiting or if this request waits too long,
   *   `cancelled` if the sender stops waiting.
   */
  async run<Value>(sender: Sender, work: () => Promise<Value>): Promise<Value> {
    const release = await this.acquire(sender);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Waits for a slot. @returns a function that frees the slot. */
  private async acquire({ owner, signal }: Sender): Promise<() => void> {
    const queue = this.owners.get(owner) ?? {
      limit: pLimit(this.concurrencyPerOwner),
      pending: 0,
      waiting: 0,
    };
    if (
      this.waiting >= this.concurrency * WAITING_PER_SLOT ||
      queue.waiting >= this.concurrencyPerOwner * WAITING_PER_SLOT
    )
      throw createFullError();
    if (signal.aborted) throw createCancelledError();
    this.owners.set(owner, queue);
    const acquired = Promise.withResolvers<undefined>();
    const released = Promise.withResolvers<undefined>();
    const holdSlot = (): Promise<undefined> => {
      acquired.resolve(undefined);
      return released.promise;
    };
    queue.pending += 1;
    // A request that stopped waiting stays in the queue. When its turn comes, it frees the slot at once.
    void queue
      .limit(() => this.limit(holdSlot))
      .then(() => {
        queue.pending -= 1;
        if (queue.pending === 0) this.owners.delete(owner);
      });
    const leave = (error: KinoraError): void => {
      acquired.reject(error);
      released.resolve(undefined);
    };
    const onAbort = (): void => leave(createCancelledError());
    signal.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => leave(createFullError()), this.maxWaitMs);
    this.countWaiting(queue, 1);
    try {
      await acquired.promise;
    } finally {
      this.countWaiting(queue, -1);
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
    return () => released.resolve(undefined);
  }

  private countWaiting(queue: OwnerQueue, change: number): void {
    queue.waiting += change;
    this.waiting += change;
  }
}

function createFullError(): KinoraError {
  return new KinoraError('queue_full', 'Too many requests of this kind are running. Try again later.');
}

function createCancelledError(): KinoraError {
  return new KinoraError('cancelled', 'The request was cancelled.');
}
