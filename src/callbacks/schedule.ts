const HOUR = 3600;

/** Seconds before each attempt at a callback, counted from the end of the previous attempt (contract C35). */
const DELAYS_SECONDS: readonly number[] = [0, 8, 27, 64, 125, 216, 343, 512, 900, HOUR, 6 * HOUR, 17 * HOUR];
/**
 * Each delay is changed by up to this fraction in either direction, so that attempts that failed together are
 * not retried together.
 */
const JITTER = 0.1;

/**
 * Returns the whole seconds to wait before an attempt, or `undefined` if the schedule has no such attempt.
 *
 * @param attempt Number of the attempt, from 1.
 * @param chance The random number for the jitter, from 0 to 1.
 */
export function delayBeforeAttempt(attempt: number, chance: number = Math.random()): number | undefined {
  const delay = DELAYS_SECONDS[attempt - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * (2 * chance - 1)));
}
