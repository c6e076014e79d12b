import pLimit from 'p-limit';
import { KinoraError } from '../base/errors.ts';

/** Maximum number of calls that work at the same time. */
const MAX_WORKING = 2;
/** Maximum number of calls that were not answered yet. */
const MAX_OPEN = 24;

/** Limits the calls of an agent: how many work at the same time, and how many wait. */
export class CallLimiter {
  private readonly limit = pLimit(MAX_WORKING);
  private open = 0;

  /**
   * Does the work of a call.
   *
   * @param isLight true for work that mostly waits. It need not wait for other calls.
   * @param signal aborts when nobody wants the answer any more. Then work that has not begun is left out.
   * @throws {KinoraError} `too_many_requests` if too many calls are open.
   */
  async run<Value>(isLight: boolean, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
    if (this.open >= MAX_OPEN)
      throw new KinoraError(
        'too_many_requests',
        `${MAX_OPEN} calls are already open. Wait for their answers before you call again.`,
      );
    this.open += 1;
    try {
      if (isLight) return await work();
      return await this.limit(async () => {
        signal.throwIfAborted();
        return await work();
      });
    } finally {
      this.open -= 1;
    }
  }
}
