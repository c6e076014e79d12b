/**
 * Largest step between two frames that counts as jitter, in seconds: rounded timestamps, or stamps of the
 * arrival time.
 */
export const MAX_JITTER = 0.005;
/**
 * Drift between clock and sample count, in seconds, that is left alone. It is too small to disturb lip sync.
 */
export const MAX_DRIFT = 0.04;

/**
 * Decides by how much the clock of a sound has really moved away from the count of its samples: suddenly,
 * because something is missing, or slowly, because the clock runs at another speed. An offset that does not
 * last is jitter. Following jitter would tear the sound apart.
 *
 * @param previousOffset seconds by which the clock was ahead of the count at the previous frame.
 * @param offset the same at this frame: more than {@link MAX_JITTER} from 0, and negative if the clock is
 *   behind.
 * @param upcomingOffsets the same at the next frames, as far as the offset has to last. Read lazily.
 * @returns seconds to move the frame by; 0 to keep counting samples.
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
  // The last frame of a file may merely be late.
  const isSudden = hasUpcoming && minOffset - previousOffset * sign > MAX_JITTER;
  if (!isSudden && minOffset <= MAX_DRIFT) return 0;
  return maxOffset - minOffset <= MAX_JITTER ? offset : minOffset * sign;
}
