import pLimit, { type LimitFunction } from 'p-limit';
import { KinoraError } from '../base/errors.ts';

/** Maximum number of calls of an owner that work at the same time. */
const MAX_WORKING = 2;
/** Maximum number of calls of an owner that were not answered yet. */
const MAX_OPEN = 24;

/** The open calls of an owner. */
interface OwnCalls {
  readonly limit: LimitFunction;
  open: number;
}

/** Limits the calls of agents: how many of an owner work at the same time, and how many wait. */
export class CallLimiter {
  /** The calls of the owners who have open ones. */
  private readonly calls = new Map<string, OwnCalls>();

  /**
   * Does the work of a call.
   *
   * @param owner the owner of the call.
   * @param isLight true for work that mostly waits. It need not wait for other calls.
   * @param signal aborts when the answer is no longer needed. Then work that has not begun is left out.
   * @throws {KinoraError} `too_many_requests` if too many calls are open.
   */
  async run<Value>(
    owner: string,
    isLight: boolean,
    signal: AbortSignal,
    work: () => Promise<Value>,
  ): Promise<Value> {
    const own = this.calls.get(owner) ?? { limit: pLimit(MAX_WORKING), open: 0 };
    if (own.open >= MAX_OPEN)
      throw new KinoraError(
        'too_many_requests',
        `${MAX_OPEN} calls are already open. Wait for their answers before you call again.`,
      );
    this.calls.set(owner, own);
    own.open += 1;
    try {
      if (isLight) return await work();
      return await own.limit(async () => {
        signal.throwIfAborted();
        return await work();
      });
    } finally {
      own.open -= 1;
      if (own.open === 0) this.calls.delete(owner);
    }
  }
}
