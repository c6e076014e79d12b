import { isConflict, isDatabaseAway } from './away.ts';

/** Limits of {@link RetryUntilAvailable}. */
interface RetryUntilAvailableOptions {
  /** Ends the waiting: the call then throws the reason of the signal. The work is tried at least once. */
  readonly signal?: AbortSignal;
  /** Milliseconds from the first failure after which the error is thrown. A day by default. */
  readonly limitMs?: number;
}

/**
 * Repeats work while the database is away, and after a conflict with another transaction. All other errors
 * are thrown. A connection may break after the server has done the work, so the work must be one transaction
 * or statement that may run twice.
 */
export type RetryUntilAvailable = <T>(
  work: () => Promise<T>,
  options?: RetryUntilAvailableOptions,
) => Promise<T>;

const DAY_MS = 24 * 3_600_000;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/** The parts of the watch of a database that {@link createRetryUntilAvailable} uses. */
export interface RetriedDatabase {
  /** Receives every error that means that the database is away. */
  suspect(error: unknown): void;
  /**
   * Waits until the database is back, or for some milliseconds if it never went away.
   *
   * @throws the reason of the signal.
   */
  waitUntilBack(pauseMs: number, signal: AbortSignal | undefined): Promise<void>;
}

/** Creates the function that repeats work until the database is back. */
export function createRetryUntilAvailable(database: RetriedDatabase): RetryUntilAvailable {
  return async (work, { signal, limitMs = DAY_MS } = {}) => {
    let end: number | undefined;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await work();
      } catch (error) {
        const isAway = isDatabaseAway(error);
        if (!isAway && !isConflict(error)) throw error;
        if (isAway) database.suspect(error);
        end ??= Date.now() + limitMs;
        const left = end - Date.now();
        if (left <= 0) throw error;
        signal?.throwIfAborted();
        await database.waitUntilBack(Math.min(spread(pause), left), signal);
      }
    }
  };
}

/** Spreads the tries of several workers, which would otherwise all meet the database at the same moment. */
function spread(pauseMs: number): number {
  return pauseMs * (0.75 + Math.random() / 2);
}
