import BezierEasing from 'bezier-easing';
import { EASING_CURVES } from '../../base/vocabulary/easing-curves.ts';
import type { Easing } from './animated-number.ts';

type Curve = (progress: number) => number;

/** The curves that were used so far. Each is prepared at its first use. */
const namedCurves = new Map<string, Curve>();
/** Curves of four numbers, kept as long as their tweens. */
const ownCurves = new WeakMap<object, Curve>();

/**
 * Returns the eased progress of a movement. With the `Back` curves, the eased progress temporarily leaves the
 * range from 0 to 1.
 *
 * @param progress Elapsed fraction of the time, 0 to 1.
 */
export function ease(easing: Easing, progress: number): number {
  return findCurve(easing)(progress);
}

function findCurve(easing: Easing): Curve {
  const found = typeof easing === 'string' ? namedCurves.get(easing) : ownCurves.get(easing);
  if (found) return found;
  const [x1 = 0, y1 = 0, x2 = 1, y2 = 1] = typeof easing === 'string' ? EASING_CURVES[easing] : easing;
  const curve = BezierEasing(x1, y1, x2, y2);
  if (typeof easing === 'string') namedCurves.set(easing, curve);
  else ownCurves.set(easing, curve);
  return curve;
}
