import { NATURAL_SPEED, type Seconds, type Speed, ZERO } from '../../base/time.ts';

/** The part of a file that a clip plays. At clip second t it plays source second `trim` + `speed` * t. */
export interface Playback {
  /** Source second at which the clip begins. */
  readonly trim: Seconds;
  readonly speed: Speed;
}

/** A playback from the start of the file at its natural speed. */
export const NATURAL_PLAYBACK: Playback = { trim: ZERO, speed: NATURAL_SPEED };

/**
 * Returns how long a file plays after its trim.
 *
 * @param fileLength Seconds of the whole file at its natural speed.
 * @returns Seconds on the timeline, 0 or less if nothing remains. `endless` at speed 0, which shows one still
 *   picture.
 */
export function playedLength(fileLength: Seconds, { trim, speed }: Playback): Seconds | 'endless' {
  const left = fileLength.sub(trim);
  if (speed.gt(0)) return left.div(speed);
  return left.gt(0) ? 'endless' : left;
}
