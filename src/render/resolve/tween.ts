import type { Seconds } from '../../base/time.ts';
import { type AnimatedNumber, type ResolvedTween, valueRangeOf } from './animated-number.ts';
import { ease } from './easing.ts';

/**
 * Returns the value of an animated number at one moment (contract C25). Before the first tween, the value is
 * that tween's `from`. After the last tween, the value is that tween's `to`. In a gap between tweens, the
 * value is interpolated linearly.
 *
 * @param time Seconds since the start of the clip.
 */
export function valueAt(value: AnimatedNumber, time: Seconds): number {
  if (typeof value === 'number') return value;
  // Tweens are given in microseconds: a step at 0.666667 s belongs to the frame at 2/3 s.
  const settled = time.round(6);
  const index = value.findLastIndex(({ start }) => start.lte(settled));
  const [tween, next] = [value[index], value[index + 1]];
  // A list is never empty, so `tween` or `next` exists.
  if (!tween) return next?.from ?? 0;
  if (tween.end.gt(settled)) return valueWithin(tween, time);
  if (!next) return tween.to;
  return interpolate(tween.to, next.from, progressBetween(tween.end, next.start, time));
}

/** Returns how often an animated number has jumped since the start of its clip. @param time seconds since that start. */
export function countJumps(value: AnimatedNumber, time: Seconds): number {
  if (typeof value === 'number') return 0;
  const settled = time.round(6);
  let count = 0;
  for (const [index, tween] of value.entries()) {
    const { from, to, start, end } = tween;
    if (start.gt(settled)) break;
    const [before, next] = [value[index - 1], value[index + 1]];
    if (before?.end.gte(start) && lastOf(before) !== from) count++;
    const isFollowed = next?.start.lte(end) ?? false;
    if (!isFollowed && end.lte(settled) && lastOf(tween) !== to) count++;
  }
  return count;
}

/** Returns the value of a tween just before its end. */
function lastOf({ from, to, start, end, curve }: ResolvedTween): number {
  return curve === 'constant' || start.gte(end) ? from : to;
}

/** Returns a number at one moment, between the ends of its tweens: easings that overshoot must not leave its range. */
export function insideAt(number: AnimatedNumber, time: Seconds): number {
  if (typeof number === 'number') return number;
  const { least, greatest } = valueRangeOf(number);
  return Math.min(greatest, Math.max(least, valueAt(number, time)));
}

function valueWithin({ from, to, start, end, curve }: ResolvedTween, time: Seconds): number {
  if (curve === 'constant') return from;
  const progress = progressBetween(start, end, time);
  return interpolate(from, to, curve === 'linear' ? progress : ease(curve, progress));
}

/** Returns the elapsed fraction of the time between two moments, 0 to 1. */
function progressBetween(start: Seconds, end: Seconds, time: Seconds): number {
  return Math.max(0, time.sub(start).div(end.sub(start)).valueOf());
}

function interpolate(from: number, to: number, progress: number): number {
  return from + (to - from) * progress;
}
