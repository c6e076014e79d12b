import { type Seconds, seconds, type Speed, speed as exactSpeed } from '../../base/time.ts';

/** The points where the interface document and the public service disagree (contract, section 0). */
export type Dialect = 'interface' | 'shotstack';

/** How a file plays under its clip: clip second t shows and sounds as source second `trim` + `speed` t. */
export interface Playback {
  /** Source second at which the clip begins. */
  readonly trim: Seconds;
  readonly speed: Speed;
}

/**
 * How the file of an asset plays. `trim` counts seconds of the source, but in the dialect of the public service seconds as they are
 * played (contract C5); what stands still shows its `trim` in both (C22).
 */
export function playbackOf(
  { trim = 0, speed = 1 }: { readonly trim?: number | undefined; readonly speed?: number | undefined },
  dialect: Dialect,
): Playback {
  const from = seconds(trim);
  const played = exactSpeed(speed);
  return { trim: dialect === 'shotstack' && speed !== 0 ? from.mul(played) : from, speed: played };
}

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
