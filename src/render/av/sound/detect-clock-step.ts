/**
 * Largest step of the clock between two frames, in seconds, that counts as jitter. Jitter comes from rounded
 * timestamps, or from timestamps that record when the frame arrived.
 */
export const MAX_JITTER = 0.005;
/**
 * Largest drift between clock and sample count, in seconds, that is not corrected. Such a drift is too small
 * to disturb lip sync.
 */
export const MAX_DRIFT = 0.04;

/**
 * Decides by how much the clock of a sound has really moved away from its sample count. The clock jumps if
 * samples are missing, and drifts if it runs at another speed. An offset that does not last is jitter.
 * Following jitter would break up the sound.
 *
 * @param previousOffset seconds by which the clock was ahead of the count at the previous frame.
 * @param offset seconds by which the clock is ahead at this frame: more than {@link MAX_JITTER} from 0, and
 *   negative if the clock is behind.
 * @param upcomingOffsets seconds by which the clock is ahead at each of the following frames. The offset has
 *   to last during all of these frames. The values are read lazily.
 * @returns seconds by which to move the frame; 0 to place it by the sample count.
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
  // The offset of the last frame of a file is never sudden. No later frame can confirm the offset, and the
  // last frame may merely be late.
  const isSudden = hasUpcoming && minOffset - previousOffset * sign > MAX_JITTER;
  if (!isSudden && minOffset <= MAX_DRIFT) return 0;
  return maxOffset - minOffset <= MAX_JITTER ? offset : minOffset * sign;
}
