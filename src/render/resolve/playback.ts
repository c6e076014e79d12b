import { NATURAL_SPEED, type Seconds, type Speed, toSeconds, ZERO } from '../../base/time.ts';
import { playedAt, reachedAt, speedAt, type SpeedRamp } from './speed-ramp.ts';

/** A part of a file, in source seconds. `to` is exclusive. */
export interface SourcePart {
  readonly from: Seconds;
  readonly to: Seconds;
  /** Source seconds of all parts before this one. */
  readonly at: Seconds;
}

/** Parts of a file that are played in a row: at least one, each later than the one before. */
export type KeptParts = readonly [SourcePart, ...SourcePart[]];

/** The part of a file that a clip plays. At clip second t it plays source second `trim` + `speed` * t. */
export interface Playback {
  /** Source second at which the clip begins. */
  readonly trim: Seconds;
  readonly speed: Speed;
  /** The speed, if it changes: the source second is then `trim` and the integral of the ramp (contract C66). */
  readonly ramp?: SpeedRamp;
  /**
   * The parts that are left after cuts, none before `trim`. At clip second t, the clip plays second `speed` * t of all
   * parts in a row. If absent, nothing is cut out.
   */
  readonly parts?: KeptParts;
}

/** Later than the end of every clip. */
const NEVER: Seconds = toSeconds(1e6);

/** A playback from the start of the file at its natural speed. */
export const NATURAL_PLAYBACK: Playback = { trim: ZERO, speed: NATURAL_SPEED };

/**
 * Returns how long a file plays after its trim.
 *
 * @param fileLength Seconds of the whole file at its natural speed.
 * @returns Seconds on the timeline, 0 or less if nothing remains. `endless` if its end is never reached, as at speed 0,
 *   which shows one still picture.
 */
export function playedLength(fileLength: Seconds, playback: Playback): Seconds | 'endless' {
  const { trim, speed, ramp, parts } = playback;
  if (parts) return lengthOfParts(parts).div(speed);
  const left = fileLength.sub(trim);
  if (ramp) return left.gt(0) ? (reachedAt(ramp, left) ?? 'endless') : left;
  if (speed.gt(0)) return left.div(speed);
  return left.gt(0) ? 'endless' : left;
}

/** Returns the source seconds that a clip has played at one of its seconds, counted from its trim. */
export function playedUpTo({ speed, ramp }: Pick<Playback, 'speed' | 'ramp'>, time: Seconds): Seconds {
  return ramp ? playedAt(ramp, time) : speed.mul(time);
}

/** Returns the speed of a clip at one of its seconds. */
export function currentSpeed({ speed, ramp }: Pick<Playback, 'speed' | 'ramp'>, time: Seconds): Speed {
  return ramp ? speedAt(ramp, time) : speed;
}

/** Returns the length of all parts in source seconds. */
export function lengthOfParts(parts: KeptParts): Seconds {
  const { at, from, to } = parts.at(-1) ?? parts[0];
  return at.add(to.sub(from));
}

/** Returns the last part that begins at or before a second of all parts in a row, or the first one. */
export function findPart(parts: KeptParts, second: Seconds): SourcePart {
  return lastUpTo(parts, ({ at }) => at.lte(second));
}

/**
 * Returns the second of a clip at which a source second plays. A part that is cut out plays at its cut. Seconds
 * before the trim give a negative result.
 *
 * @param playback Its speed must be above 0. A ramp may stop, but not go back.
 */
export function clipSecondOf(second: Seconds, { trim, speed, ramp, parts }: Playback): Seconds {
  if (ramp && second.gt(trim)) return reachedAt(ramp, second.sub(trim)) ?? NEVER;
  if (!parts || second.lt(trim)) return second.sub(trim).div(speed);
  const { from, to, at } = lastUpTo(parts, (part) => part.from.lte(second));
  if (second.lt(from)) return at.div(speed);
  return at.add((second.lt(to) ? second : to).sub(from)).div(speed);
}

/** Returns the last part for which a condition is true, or the first part. It is true up to some part. */
function lastUpTo(parts: KeptParts, isTrue: (part: SourcePart) => boolean): SourcePart {
  let [first, end] = [0, parts.length];
  while (end - first > 1) {
    const middle = (first + end) >> 1;
    // The cast is safe, because the index is inside the list.
    if (isTrue(parts[middle] as SourcePart)) first = middle;
    else end = middle;
  }
  return parts[first] ?? parts[0];
}
