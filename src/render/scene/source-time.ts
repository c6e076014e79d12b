import { timeAtFrame, NATURAL_SPEED, type Rate, type Seconds } from '../../base/time.ts';
import type { VideoVisual } from '../resolve/timeline.ts';

/** Returns the second of its source that a video shows. @param time Seconds since the start of its clip. */
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
 * Returns how long the last frame of a video may be shown beyond its end: one frame of the output
 * (contract C21), in seconds of the source.
 */
export function keptTailOf({ speed = NATURAL_SPEED }: VideoVisual, rate: Rate): Seconds {
  return timeAtFrame(1, rate).mul(speed.gt(0) ? speed : NATURAL_SPEED);
}
