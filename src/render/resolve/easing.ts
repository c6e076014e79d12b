import BezierEasing from 'bezier-easing';
import { EASING_CURVES } from '../../base/easing-curves.ts';
import type { Easing } from './animated-number.ts';

/** The curves that were used so far. Each is prepared at its first use. */
const curves = new Map<Easing, (progress: number) => number>();

/**
 * Returns the eased progress of a movement. With the `Back` curves, the eased progress temporarily leaves the
 * range from 0 to 1.
 *
 * @param progress Elapsed fraction of the time, 0 to 1.
 */
export function ease(easing: Easing, progress: number): number {
  let curve = curves.get(easing);
  if (!curve) {
    const [x1, y1, x2, y2] = EASING_CURVES[easing];
    curve = BezierEasing(x1, y1, x2, y2);
    curves.set(easing, curve);
  }
  return curve(progress);
}
