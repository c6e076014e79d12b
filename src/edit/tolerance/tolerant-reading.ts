import type { Warning } from '../warnings/warning.ts';

/** A JSON value in which loosely written values were replaced, with a warning for each. */
export interface TolerantReading {
  readonly value: unknown;
  /** At most `MAX_PROBLEMS` warnings. */
  readonly warnings: readonly Warning[];
}
