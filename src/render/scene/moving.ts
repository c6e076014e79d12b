import type { Animated, SeenClip } from '../resolve/timeline.ts';
import { effectAt } from './effect.ts';
import { fittedOf, frameOf, type Size } from './placement.ts';

/** Whether a clip lies in one place for its whole length, upright, and is cut at straight pixels at the most; it may fade. */
export function isStill(clip: SeenClip): boolean {
  const { picture, box, scale, offset, angle, skew, flip, effect, transition } = clip;
  // Drawings are not made of pixels that could be cut.
  const whole = picture.kind !== 'drawn' || !box;
  const fixed = [scale, offset.x, offset.y].every((value) => typeof value === 'number');
  const upright = [angle, skew.x, skew.y].every((value) => value === 0) && !flip.horizontal && !flip.vertical;
  const fades = [transition.in, transition.out].every((step) => !step || step.kind === 'fade');
  return whole && fixed && upright && effect === undefined && fades;
}

/**
 * The largest size in pixels that all of a clip's picture has on the output. Transitions do not count: they are over soon,
 * and what they enlarge is hardly seen.
 */
export function largestOf(clip: SeenClip, output: Size): Size {
  const fitted = fittedOf(clip, output);
  const frame = frameOf(clip, output);
  // Effects go on evenly, so that one of the ends is the largest.
  const effects = [0, 1].map((progress) => effectAt(clip.effect, progress, fitted, frame).scale);
  const scale = largest(clip.scale) * Math.max(...effects);
  return { width: fitted.width * scale, height: fitted.height * scale };
}

function largest(value: Animated): number {
  if (typeof value === 'number') return value;
  return Math.max(...value.flatMap(({ from, to }) => [from, to]));
}
