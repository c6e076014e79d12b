import { timeAtFrame, NATURAL_SPEED, type Rate, type Seconds } from '../../base/time.ts';
import type { VideoVisual } from '../resolve/timeline.ts';

/** The second of its source that a video shows. @param time seconds since its clip began. */
export function sourceTimeOf(
  { track, trim, speed = NATURAL_SPEED, playCount: plays }: VideoVisual,
  time: Seconds,
): Seconds {
  const second = trim.add(speed.mul(time));
  const { duration } = track;
  if (plays === undefined || !duration?.gt(0)) return second;
  // At its very end the last picture is kept.
  return second.gte(duration.mul(Math.min(plays, MAX_PLAYS))) ? duration : second.mod(duration);
}

/** As good as for ever: the shortest picture would play beyond the longest timeline. */
const MAX_PLAYS = 2 ** 31;

/**
 * How long the last picture of a video may be kept beyond its end, in seconds of the source: one frame of the output (contract
 * C21), however much of the source that is.
 */
export function keptTailOf({ speed = NATURAL_SPEED }: VideoVisual, rate: Rate): Seconds {
  return timeAtFrame(1, rate).mul(speed.gt(0) ? speed : NATURAL_SPEED);
}
