import { type Seconds, toSeconds } from '../../base/time.ts';
import type { Tween as EditTween } from '../../edit/model.ts';

/** The name of an easing curve, its own four numbers, or a spring. */
export type Easing = NonNullable<EditTween['easing']>;

/** One step of an animated number. Seconds count from the start of the clip. */
export interface ResolvedTween {
  readonly from: number;
  readonly to: number;
  readonly start: Seconds;
  readonly end: Seconds;
  readonly curve: 'linear' | 'constant' | Easing;
}

/** A constant, or at least one tween, the earliest first. */
export type AnimatedNumber = number | readonly ResolvedTween[];

/**
 * Maximum absolute value of an animated number. At this scale, a single pixel already covers every output, so
 * a larger scale would make no difference. Below this limit, sums stay exact enough.
 */
const MAX_VALUE = 1e6;

/**
 * Resolves a number of an edit and sorts its tweens by start.
 *
 * @param fallback The value if the edit does not set the number.
 */
export function toAnimatedNumber(
  value: number | readonly EditTween[] | undefined,
  fallback: number,
): AnimatedNumber {
  if (value === undefined) return fallback;
  if (typeof value === 'number') return clampValue(value);
  if (value.length === 0) return fallback;
  return value.map(resolveTween).sort((one, other) => one.start.compare(other.start));
}

/** Returns the least and the greatest end of the tweens of a number. */
export function valueRangeOf(value: AnimatedNumber): { readonly least: number; readonly greatest: number } {
  if (typeof value === 'number') return { least: value, greatest: value };
  let [least, greatest] = [Infinity, -Infinity];
  // In a loop: a call cannot take hundreds of thousands of arguments.
  for (const { from, to } of value) {
    least = Math.min(least, from, to);
    greatest = Math.max(greatest, from, to);
  }
  return { least, greatest };
}

function resolveTween({
  from = 0,
  to = 0,
  start = 0,
  length = 0,
  interpolation,
  easing,
}: EditTween): ResolvedTween {
  const begins = toSeconds(start);
  return {
    from: clampValue(from),
    to: clampValue(to),
    start: begins,
    end: begins.add(toSeconds(length)),
    curve: interpolation === 'bezier' ? (easing ?? 'ease') : (interpolation ?? 'linear'),
  };
}

function clampValue(value: number): number {
  return Math.min(MAX_VALUE, Math.max(-MAX_VALUE, value));
}
