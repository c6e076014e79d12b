import { frameTime, NATURAL, type Rate, type Seconds } from '../../base/time.ts';
import type { VideoPicture } from '../resolve/timeline.ts';

/** The second of its source that a video shows. @param time seconds since its clip began. */
export function sourceTime({ track, trim, speed = NATURAL, plays }: VideoPicture, time: Seconds): Seconds {
  const second = trim.add(speed.mul(time));
  const { duration } = track;
  if (plays === undefined || !duration?.gt(0)) return second;
  // At its very end the last picture is kept.
  return second.gte(duration.mul(Math.min(plays, MOST_PLAYS))) ? duration : second.mod(duration);
}

/** As good as for ever: the shortest picture would play beyond the longest timeline. */
const MOST_PLAYS = 2 ** 31;

/**
 * How long the last picture of a video may be kept beyond its end, in seconds of the source: one frame of the output (contract
 * C21), however much of the source that is.
 */
export function tailOf({ speed = NATURAL }: VideoPicture, rate: Rate): Seconds {
  return frameTime(1, rate).mul(speed.gt(0) ? speed : NATURAL);
}
