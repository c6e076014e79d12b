import { timeAtFrame, NATURAL_SPEED, type Rate, type Seconds } from '../../base/time.ts';
import type { VideoVisual } from '../resolve/timeline.ts';

/**
 * Returns the source second that a video shows at one moment.
 *
 * @param time Seconds since the start of its clip.
 */
export function sourceTimeOf(
  { track, trim, speed = NATURAL_SPEED, playCount: plays }: VideoVisual,
  time: Seconds,
): Seconds {
  const second = trim.add(speed.mul(time));
  const { duration } = track;
  if (plays === undefined || !duration?.gt(0)) return second;
  // After the last repetition, the last frame stays.
  return second.gte(duration.mul(Math.min(plays, MAX_PLAYS))) ? duration : second.mod(duration);
}

/** Practically endless: even the shortest source then plays beyond the longest timeline. */
const MAX_PLAYS = 2 ** 31;

/**
 * Returns how long a video may still show its last frame after its end, in source seconds: the duration of
 * one output frame (contract C21).
 */
export function keptTailOf({ speed = NATURAL_SPEED }: VideoVisual, rate: Rate): Seconds {
  return timeAtFrame(1, rate).mul(speed.gt(0) ? speed : NATURAL_SPEED);
}
