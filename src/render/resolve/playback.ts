import { NATURAL_SPEED, type Seconds, type Speed, ZERO } from '../../base/time.ts';

/** How a file plays under its clip: clip second t shows and sounds as source second `trim` + `speed` t. */
export interface Playback {
  /** Source second at which the clip begins. */
  readonly trim: Seconds;
  readonly speed: Speed;
}

/** Plays a file as it is, from its start. */
export const NATURAL_PLAYBACK: Playback = { trim: ZERO, speed: NATURAL_SPEED };

/**
 * How long a clip can be filled by what is left of its file.
 *
 * @param lasts seconds of the whole file at its natural speed.
 * @returns seconds on the timeline, 0 or less for nothing.
 */
export function playedLength(lasts: Seconds, { trim, speed }: Playback): Seconds | 'endless' {
  const left = lasts.sub(trim);
  if (speed.gt(0)) return left.div(speed);
  return left.gt(0) ? 'endless' : left;
}
