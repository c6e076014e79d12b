/** Clocks round timestamps, and stamp what arrives when it does: a step of up to so many seconds between two frames is none. */
export const JITTER = 0.005;
/** A clock that goes slower or faster than the samples is followed when it is so many seconds away: before that can be seen. */
export const DRIFT = 0.04;

/**
 * By how much a clock that tells when the frames of a sound are played has truly moved away from the count of their samples: at once, as
 * where something is missing, or slowly, as where it runs at another speed. What does not last is jitter, and is not followed: it would
 * tear the sound to shreds.
 *
 * @param before seconds that the clock was away at the frame before.
 * @param off the same at this frame, more than {@link JITTER}, below 0 where the clock is behind.
 * @param ahead the same at the frames to come, as far as it has to last; they are asked for one by one.
 * @returns seconds to move by; 0 to go on counting.
 */
export function stepOf(before: number, off: number, ahead: Iterable<number>): number {
  const side = Math.sign(off);
  let [least, most] = [Math.abs(off), Math.abs(off)];
  let lasts = false;
  for (const next of ahead) {
    lasts = true;
    least = Math.min(least, next * side);
    most = Math.max(most, next * side);
    if (least <= JITTER) return 0;
  }
  // Of the last frame of a file nobody knows whether it is only late.
  const sudden = lasts && least - before * side > JITTER;
  if (!sudden && least <= DRIFT) return 0;
  return most - least <= JITTER ? off : least * side;
}
