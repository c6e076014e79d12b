import type { Seconds } from '../../base/time.ts';
import type { Animated, Tween } from '../resolve/timeline.ts';
import { eased } from './easing.ts';

/**
 * The value of a number at a moment (contract C25): before the first tween its `from` holds, after the last its `to`, and a
 * gap is crossed in a straight line.
 *
 * @param time seconds since the clip began.
 */
export function valueAt(value: Animated, time: Seconds): number {
  if (typeof value === 'number') return value;
  const index = value.findLastIndex(({ start }) => start.lte(time));
  const [tween, next] = [value[index], value[index + 1]];
  // A list is never empty, so that one of the two is there.
  if (!tween) return next?.from ?? 0;
  if (tween.end.gt(time)) return within(tween, time);
  if (!next) return tween.to;
  return between(tween.to, next.from, share(tween.end, next.start, time));
}

function within({ from, to, start, end, curve }: Tween, time: Seconds): number {
  if (curve === 'constant') return from;
  const progress = share(start, end, time);
  return between(from, to, curve === 'linear' ? progress : eased(curve, progress));
}

/** How much of the time between two moments is over, 0 to 1. */
function share(start: Seconds, end: Seconds, time: Seconds): number {
  return time.sub(start).div(end.sub(start)).valueOf();
}

function between(from: number, to: number, progress: number): number {
  return from + (to - from) * progress;
}
