import BezierEasing from 'bezier-easing';
import { EASING_CURVES } from '../../base/vocabulary/easing-curves.ts';
import { springAt } from '../../base/vocabulary/spring.ts';
import type { Easing } from './animated-number.ts';

type Curve = (progress: number) => number;

/** The curves that were used so far. Each is prepared at its first use. */
const namedCurves = new Map<string, Curve>();
/** Curves of four numbers and of springs, kept as long as their tweens. */
const ownCurves = new WeakMap<object, Curve>();

/**
 * Returns the eased progress of a movement. With the `Back` curves and springs, the eased progress temporarily leaves the
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
  const curve = createCurve(typeof easing === 'string' ? EASING_CURVES[easing] : easing);
  if (typeof easing === 'string') namedCurves.set(easing, curve);
  else ownCurves.set(easing, curve);
  return curve;
}

function createCurve(shape: Exclude<Easing, string> | readonly number[]): Curve {
  if ('type' in shape) return (progress) => springAt(shape, progress);
  const [x1 = 0, y1 = 0, x2 = 1, y2 = 1] = shape;
  return BezierEasing(x1, y1, x2, y2);
}
