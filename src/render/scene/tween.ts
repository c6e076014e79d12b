import type { Seconds } from '../../base/time.ts';
import type { AnimatedNumber, ResolvedTween } from '../resolve/timeline.ts';
import { ease } from './easing.ts';

/**
 * The value of a number at a moment (contract C25): before the first tween its `from` holds, after the last its `to`, and a
 * gap is crossed in a straight line.
 *
 * @param time seconds since the clip began.
 */
export function valueAt(value: AnimatedNumber, time: Seconds): number {
  if (typeof value === 'number') return value;
  const index = value.findLastIndex(({ start }) => start.lte(time));
  const [tween, next] = [value[index], value[index + 1]];
  // A list is never empty, so that one of the two is there.
  if (!tween) return next?.from ?? 0;
  if (tween.end.gt(time)) return valueWithin(tween, time);
  if (!next) return tween.to;
  return interpolate(tween.to, next.from, progressBetween(tween.end, next.start, time));
}

function valueWithin({ from, to, start, end, curve }: ResolvedTween, time: Seconds): number {
  if (curve === 'constant') return from;
  const progress = progressBetween(start, end, time);
  return interpolate(from, to, curve === 'linear' ? progress : ease(curve, progress));
}

/** How much of the time between two moments is over, 0 to 1. */
function progressBetween(start: Seconds, end: Seconds, time: Seconds): number {
  return time.sub(start).div(end.sub(start)).valueOf();
}

function interpolate(from: number, to: number, progress: number): number {
  return from + (to - from) * progress;
}
