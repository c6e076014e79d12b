import type { Animated, SeenClip } from '../resolve/timeline.ts';
import { effectAt } from './effect.ts';
import { fittedOf, frameOf, isCut, isMade, type Size } from './placement.ts';

/** Whether a clip lies in one place for its whole length, upright, and is cut at straight pixels at the most; it may fade. */
export function isStill(clip: SeenClip): boolean {
  const { picture, scale, offset, angle, skew, flip, effect, transition } = clip;
  // Drawings are not made of pixels that could be cut.
  const whole = !isMade(picture) || !isCut(clip);
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
  return times(fittedOf(clip, output), largestScale(clip, output));
}

/** As {@link largestOf}, of what would be seen of the clip without a crop. */
export function largestUncropped(clip: SeenClip, output: Size): Size {
  const size = isCut(clip) ? frameOf(clip, output) : fittedOf(clip, output);
  return times(size, largestScale(clip, output));
}

function largestScale(clip: SeenClip, output: Size): number {
  const [fitted, frame] = [fittedOf(clip, output), frameOf(clip, output)];
  // Effects go on evenly, so that one of the ends is the largest.
  const effects = [0, 1].map((progress) => effectAt(clip.effect, progress, fitted, frame).scale);
  return largest(clip.scale) * Math.max(...effects);
}

function times({ width, height }: Size, factor: number): Size {
  return { width: width * factor, height: height * factor };
}

function largest(value: Animated): number {
  if (typeof value === 'number') return value;
  return Math.max(...value.flatMap(({ from, to }) => [from, to]));
}
