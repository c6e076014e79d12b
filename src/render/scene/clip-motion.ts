import type { AnimatedNumber, VisualClip } from '../resolve/timeline.ts';
import { effectAt } from './effect.ts';
import {
  fittedSizeOf,
  viewportOf,
  hidesOverflow,
  isGraphic,
  type PixelSize,
  scaleSize,
} from './placement.ts';

/** Whether a clip lies in one place for its whole length, upright, and is cut at straight pixels at the most; it may fade. */
export function isStationary(clip: VisualClip): boolean {
  const { visual, scale, offset, angle, skew, flip, effect, transition } = clip;
  // Drawings are not made of pixels that could be cut.
  const whole = !isGraphic(visual) || !hidesOverflow(clip);
  const fixed = [scale, offset.x, offset.y].every((value) => typeof value === 'number');
  const upright = [angle, skew.x, skew.y].every((value) => value === 0) && !flip.horizontal && !flip.vertical;
  const fades = [transition.in, transition.out].every((step) => !step || step.kind === 'fade');
  return whole && fixed && upright && effect === undefined && fades;
}

/**
 * The largest size in pixels that all of a clip's picture has on the output. Transitions do not count: they are over soon,
 * and what they enlarge is hardly seen.
 */
export function largestSizeOf(clip: VisualClip, output: PixelSize): PixelSize {
  return scaleSize(fittedSizeOf(clip, output), largestScaleOf(clip, output));
}

/** As {@link largestSizeOf}, of what would be seen of the clip without a crop. */
export function largestUncroppedSizeOf(clip: VisualClip, output: PixelSize): PixelSize {
  const size = hidesOverflow(clip) ? viewportOf(clip, output) : fittedSizeOf(clip, output);
  return scaleSize(size, largestScaleOf(clip, output));
}

function largestScaleOf(clip: VisualClip, output: PixelSize): number {
  const [fitted, frame] = [fittedSizeOf(clip, output), viewportOf(clip, output)];
  // Effects go on evenly, so that one of the ends is the largest.
  const effects = [0, 1].map((progress) => effectAt(clip.effect, progress, fitted, frame).scale);
  return largestValueOf(clip.scale) * Math.max(...effects);
}

function largestValueOf(value: AnimatedNumber): number {
  if (typeof value === 'number') return value;
  return Math.max(...value.flatMap(({ from, to }) => [from, to]));
}
