const HOUR = 3600;

/** Seconds before each attempt at a callback, counted from the end of the one before it (contract C35). */
const DELAYS_SECONDS: readonly number[] = [0, 8, 27, 64, 125, 216, 343, 512, 900, HOUR, 6 * HOUR, 17 * HOUR];
/** Each delay is changed by up to this part of it, so that what failed together is not tried again together. */
const JITTER = 0.1;

/**
 * Returns the whole seconds to wait before an attempt; `undefined` if the schedule has no such attempt.
 *
 * @param attempt number in the schedule, from 1.
 * @param chance from 0 to 1.
 */
export function delayBeforeAttempt(attempt: number, chance: number = Math.random()): number | undefined {
  const delay = DELAYS_SECONDS[attempt - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * (2 * chance - 1)));
}
