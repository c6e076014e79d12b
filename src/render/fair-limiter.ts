import { KinoraError } from '../base/errors.ts';
import { FairOrder, type Placed } from './fair-order.ts';

/** Maximum number of waiting requests per slot. */
const WAITING_PER_SLOT = 16;
const MAX_WAIT_MS = 15_000;
/** Maximum fraction of the slots that one owner can use. */
const OWNER_SHARE = 0.75;
/** Short requests in a row while long ones wait, after which a long one starts. As in the queues of renders. */
const MAX_SHORT_IN_A_ROW = 3;

/** The sender of a request. */
interface Sender {
  readonly owner: string;
  /** Weight of the owner's requests, from 1. Default: 1. */
  readonly share?: number;
  /** Aborts when the sender stops waiting. */
  readonly signal: AbortSignal;
}

/** The size of a request. Short ones do not wait behind long ones. */
export type RequestSize = 'short' | 'long';

interface Waiting extends Placed {
  readonly size: RequestSize;
  /** Gives the slot to the request. */
  readonly start: () => void;
  readonly leave: (error: KinoraError) => void;
}

interface OwnerState {
  share: number;
  running: number;
  waiting: number;
}

/**
 * Limits the number of running and waiting requests, in total and per owner. Free slots go to the owners by the
 * rule of the queues, {@link FairOrder}. Short requests come first, but at most three in a row while long ones
 * wait. If long requests occupy all slots, one more slot serves short ones only.
 */
export class FairLimiter {
  private readonly concurrency: number;
  private readonly concurrencyPerOwner: number;
  private readonly maxWaitMs: number;
  private readonly owners = new Map<string, OwnerState>();
  private readonly lanes = { short: new FairOrder<Waiting>(), long: new FairOrder<Waiting>() };
  private readonly running: Record<RequestSize, number> = { short: 0, long: 0 };
  private shortInARow = 0;

  /**
   * @param concurrency maximum number of requests that run at the same time, at least 1.
   * @param maxWaitMs milliseconds that a request may wait for a slot.
   */
  constructor(concurrency: number, maxWaitMs = MAX_WAIT_MS) {
    this.concurrency = concurrency;
    this.concurrencyPerOwner = Math.max(1, Math.floor(concurrency * OWNER_SHARE));
    this.maxWaitMs = maxWaitMs;
  }

  /**
   * Runs work as soon as a slot is free.
   *
   * @throws {KinoraError} `queue_full` if too many requests are waiting or if this request waits too long,
   *   `cancelled` if the sender stops waiting.
   */
  async run<Value>(sender: Sender, work: () => Promise<Value>, size: RequestSize = 'long'): Promise<Value> {
    if (sender.signal.aborted) throw createCancelledError();
    const { owner } = sender;
    this.makeRoom(owner);
    await this.acquire(sender, size);
    try {
      return await work();
    } finally {
      this.running[size] -= 1;
      this.update(owner, { running: -1 });
      this.startNext();
    }
  }

  private async acquire({ owner, share = 1, signal }: Sender, size: RequestSize): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const tag = this.lanes[size].tagFor(owner, share);
    const request: Waiting = { owner, size, tag, start: () => resolve(undefined), leave: reject };
    this.update(owner, { waiting: 1, share });
    this.lanes[size].add(request);
    const onAbort = (): void => this.remove(request, createCancelledError());
    signal.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(() => this.remove(request, createFullError()), this.maxWaitMs);
    this.startNext();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Starts waiting requests as long as a slot is free for one of them. */
  private startNext(): void {
    for (let next = this.choose(); next !== undefined; next = this.choose()) {
      const { owner, size } = next;
      this.shortInARow = size === 'short' && this.lanes.long.size > 0 ? this.shortInARow + 1 : 0;
      this.lanes[size].take(next);
      this.running[size] += 1;
      this.update(owner, { waiting: -1, running: 1 });
      next.start();
    }
  }

  /** Returns the request that can start now and comes first. */
  private choose(): Waiting | undefined {
    const { short, long } = this.lanes;
    const running = this.running.short + this.running.long;
    const rank = ({ owner }: Waiting): number => this.perShare(owner, 'running');
    if (running < this.concurrency) {
      const isAllowed = ({ owner }: Waiting): boolean =>
        (this.owners.get(owner)?.running ?? 0) < this.concurrencyPerOwner;
      const lanes = this.shortInARow < MAX_SHORT_IN_A_ROW ? [short, long] : [long, short];
      for (const lane of lanes) {
        const first = lane.first(isAllowed, rank);
        if (first !== undefined) return first;
      }
      return undefined;
    }
    const isExpressFree = this.running.short === 0 && running === this.concurrency;
    return isExpressFree ? short.first(() => true, rank) : undefined;
  }

  /**
   * Makes room for one more waiting request. If too many wait, the latest one of the owner with the most of them
   * is rejected, so that an owner with many requests does not keep out the others.
   *
   * @throws {KinoraError} `queue_full` if it is the request of this owner that must be rejected.
   */
  private makeRoom(owner: string): void {
    const own = this.owners.get(owner)?.waiting ?? 0;
    const { short, long } = this.lanes;
    if (own >= this.concurrencyPerOwner * WAITING_PER_SLOT) throw createFullError();
    if (short.size + long.size < this.concurrency * WAITING_PER_SLOT) return;
    const most = [...this.owners.keys()].reduce((a, b) =>
      this.perShare(b, 'waiting') > this.perShare(a, 'waiting') ? b : a,
    );
    const last = long.lastOf(most) ?? short.lastOf(most);
    const share = this.owners.get(owner)?.share ?? 1;
    if (last === undefined || this.perShare(most, 'waiting') <= (own + 1) / share) throw createFullError();
    this.remove(last, createFullError());
  }

  /** Removes a request that waits. Does nothing if it has started or left already. */
  private remove(request: Waiting, error: KinoraError): void {
    if (!this.lanes[request.size].remove(request)) return;
    this.update(request.owner, { waiting: -1 });
    request.leave(error);
  }

  private perShare(owner: string, what: 'running' | 'waiting'): number {
    const state = this.owners.get(owner);
    return state === undefined ? 0 : state[what] / state.share;
  }

  /** Changes the numbers of an owner. Forgets an owner without requests. */
  private update(
    owner: string,
    { share, running = 0, waiting = 0 }: { share?: number; running?: number; waiting?: number },
  ): void {
    const state = this.owners.get(owner) ?? { share: 1, running: 0, waiting: 0 };
    state.share = share ?? state.share;
    state.running += running;
    state.waiting += waiting;
    if (state.running + state.waiting > 0) this.owners.set(owner, state);
    else this.owners.delete(owner);
  }
}

function createFullError(): KinoraError {
  return new KinoraError('queue_full', 'Too many requests of this kind are running. Try again later.');
}

function createCancelledError(): KinoraError {
  return new KinoraError('cancelled', 'The request was cancelled.');
}
