/** Clocks round timestamps, and stamp what arrives when it does: a step of up to so many seconds between two frames is none. */
export const MAX_JITTER = 0.005;
/** A clock that goes slower or faster than the samples is followed when it is so many seconds away: before that can be seen. */
export const MAX_DRIFT = 0.04;

/**
 * By how much a clock that tells when the frames of a sound are played has truly moved away from the count of their samples: at once, as
 * where something is missing, or slowly, as where it runs at another speed. What does not last is jitter, and is not followed: it would
 * tear the sound to shreds.
 *
 * @param previousOffset seconds that the clock was away at the frame before.
 * @param offset the same at this frame, more than {@link MAX_JITTER}, below 0 where the clock is behind.
 * @param upcomingOffsets the same at the frames to come, as far as it has to last; they are asked for one by one.
 * @returns seconds to move by; 0 to go on counting.
 */
export function detectClockStep(
  previousOffset: number,
  offset: number,
  upcomingOffsets: Iterable<number>,
): number {
  const sign = Math.sign(offset);
  let [minOffset, maxOffset] = [Math.abs(offset), Math.abs(offset)];
  let hasUpcoming = false;
  for (const next of upcomingOffsets) {
    hasUpcoming = true;
    minOffset = Math.min(minOffset, next * sign);
    maxOffset = Math.max(maxOffset, next * sign);
    if (minOffset <= MAX_JITTER) return 0;
  }
  // Of the last frame of a file nobody knows whether it is only late.
  const isSudden = hasUpcoming && minOffset - previousOffset * sign > MAX_JITTER;
  if (!isSudden && minOffset <= MAX_DRIFT) return 0;
  return maxOffset - minOffset <= MAX_JITTER ? offset : minOffset * sign;
}
