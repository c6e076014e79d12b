import pLimit, { type LimitFunction } from 'p-limit';
import { KinoraError } from '../base/errors.ts';
import type { Asker } from '../server/http/inspection.ts';

/** Requests that wait for their turn, for each of those that are worked on. */
const WAITING = 16;
/** Nobody waits for a turn longer than this. */
const WAIT_MS = 15_000;

interface Share {
  readonly limit: LimitFunction;
  /** Turns that have not ended. */
  open: number;
  /** Those among them that somebody waits for. */
  waiting: number;
}

/** Lets so many requests be worked on at the same time, of one owner never all of them, and so many more wait a while. */
export class Turns {
  readonly #atOnce: number;
  readonly #mostOfOne: number;
  readonly #waitMs: number;
  readonly #all: LimitFunction;
  readonly #shares = new Map<string, Share>();
  #waiting = 0;

  /** @param atOnce at least 1. @param waitMs how long one may wait for its turn. */
  constructor(atOnce: number, waitMs = WAIT_MS) {
    this.#atOnce = atOnce;
    this.#mostOfOne = Math.max(1, Math.floor(atOnce * 0.75));
    this.#waitMs = waitMs;
    this.#all = pLimit(atOnce);
  }

  /**
   * Does work as soon as it is its turn.
   *
   * @throws {KinoraError} `queue_full` when too many wait already or it waits too long, `cancelled` when its asker is gone.
   */
  async inTurn<Value>(asker: Asker, work: () => Promise<Value>): Promise<Value> {
    const end = await this.#begin(asker);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Waits for a turn. @returns what ends it. */
  async #begin({ owner, signal }: Asker): Promise<() => void> {
    const share = this.#shares.get(owner) ?? { limit: pLimit(this.#mostOfOne), open: 0, waiting: 0 };
    if (this.#waiting >= this.#atOnce * WAITING || share.waiting >= this.#mostOfOne * WAITING) throw full();
    if (signal.aborted) throw gone();
    this.#shares.set(owner, share);
    const begun = Promise.withResolvers<undefined>();
    const ended = Promise.withResolvers<undefined>();
    const turn = (): Promise<undefined> => {
      begun.resolve(undefined);
      return ended.promise;
    };
    share.open += 1;
    // Who has left meanwhile has its turn all the same, for no time.
    void share
      .limit(() => this.#all(turn))
      .then(() => {
        share.open -= 1;
        if (share.open === 0) this.#shares.delete(owner);
      });
    const leave = (error: KinoraError): void => {
      begun.reject(error);
      ended.resolve(undefined);
    };
    const onGone = (): void => leave(gone());
    signal.addEventListener('abort', onGone, { once: true });
    const timer = setTimeout(() => leave(full()), this.#waitMs);
    this.#count(share, 1);
    try {
      await begun.promise;
    } finally {
      this.#count(share, -1);
      clearTimeout(timer);
      signal.removeEventListener('abort', onGone);
    }
    return () => ended.resolve(undefined);
  }

  #count(share: Share, change: number): void {
    share.waiting += change;
    this.#waiting += change;
  }
}

function full(): KinoraError {
  return new KinoraError('queue_full', 'Too many files are being looked at; try again later.');
}

function gone(): KinoraError {
  return new KinoraError('cancelled', 'Nobody waits for it any more.');
}
