import { frameTime, NATURAL, type Rate, type Seconds } from '../../base/time.ts';
import type { VideoPicture } from '../resolve/timeline.ts';

/** The second of its source that a video shows. @param time seconds since its clip began. */
export function sourceTime({ trim, speed = NATURAL }: VideoPicture, time: Seconds): Seconds {
  return trim.add(speed.mul(time));
}

/**
 * How long the last picture of a video may be kept beyond its end, in seconds of the source: one frame of the output (contract
 * C21), however much of the source that is.
 */
export function tailOf({ speed = NATURAL }: VideoPicture, rate: Rate): Seconds {
  return frameTime(1, rate).mul(speed.gt(0) ? speed : NATURAL);
}
