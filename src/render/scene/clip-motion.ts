import { isResting } from '../resolve/follow/camera.ts';
import { valueRangeOf } from '../resolve/animated-number.ts';
import type { TransitionStep, VisualClip } from '../resolve/timeline.ts';
import { effectAt } from './effect.ts';
import { fittedSizeOf, viewportOf, hidesOverflow, type PixelSize, scaleSize } from './placement.ts';

/**
 * True if a clip keeps its place and size for its whole length, and is not rotated, sheared or mirrored. Its opacity
 * may change.
 */
export function isStationary(clip: VisualClip): boolean {
  const { camera, scale, offset, crop, angle, skew, flip, motion, perspective, effect, transition } = clip;
  const fixed = [scale, offset.x, offset.y, ...Object.values(crop)].every(
    (value) => typeof value === 'number',
  );
  const upright = [angle, skew.x, skew.y].every((value) => value === 0) && !flip.horizontal && !flip.vertical;
  const isFlat = motion === undefined && perspective === undefined;
  const fades = [transition.in, transition.out].every((step) => !step || step.kind === 'fade');
  const rests = isFlat && effect === undefined && (!camera || isResting(camera));
  return fixed && upright && fades && rests;
}

/** True if a transition of a clip blurs it along a movement. */
export function isEverSmeared({ transition }: VisualClip): boolean {
  return transition.in?.kind === 'whip' || transition.out?.kind === 'whip';
}

const CHANGING: ReadonlySet<TransitionStep['kind']> = new Set([
  'glitch',
  'lightLeak',
  'filmBurn',
  'pageTurn',
]);

/** True if a transition of a clip changes its pixels. */
export function isEverChanged({ transition }: VisualClip): boolean {
  return [transition.in, transition.out].some((step) => step && CHANGING.has(step.kind));
}

const COVERING: ReadonlySet<TransitionStep['kind']> = new Set(['iris', 'split', 'zoomThrough', 'luma']);

/** True if a transition of a clip shows it in a shape, or place by place. */
export function isEverCovered({ transition }: VisualClip): boolean {
  return [transition.in, transition.out].some((step) => step && COVERING.has(step.kind));
}

/**
 * Returns the largest size in pixels that the whole picture of a clip reaches on the output. Transitions do
 * not count: they are short, and enlarged pixels are barely noticeable in them.
 */
export function largestSizeOf(clip: VisualClip, output: PixelSize): PixelSize {
  return scaleSize(fittedSizeOf(clip, output), largestScaleOf(clip, output));
}

/** A clip on its canvas. */
interface ShownClip {
  readonly clip: VisualClip;
  /** The size of the canvas around it in pixels: that of the output, or of its group. */
  readonly canvas: PixelSize;
  /** The largest size in pixels of its whole picture on this canvas. */
  readonly largest: PixelSize;
  /** The largest factor by which the groups around it enlarge it, at least 1. */
  readonly enlargement: number;
}

/** Lists the clips on a canvas and in its groups, without the groups themselves. */
export function* listShownClips(clips: readonly VisualClip[], canvas: PixelSize): Generator<ShownClip> {
  for (const shown of listPlacedClips(clips, canvas)) if (shown.clip.visual.kind !== 'group') yield shown;
}

/** Lists the clips on a canvas and in its groups, each group before its clips. */
export function* listPlacedClips(
  clips: readonly VisualClip[],
  canvas: PixelSize,
  enlargement = 1,
): Generator<ShownClip> {
  for (const clip of clips) {
    const { visual } = clip;
    const largest = largestSizeOf(clip, canvas);
    yield { clip, canvas, largest, enlargement };
    if (visual.kind !== 'group') continue;
    const own = Math.max(largest.width / visual.width, largest.height / visual.height, 1);
    yield* listPlacedClips(visual.clips, visual, enlargement * own);
  }
}

/**
 * Returns the largest size in pixels that the visible part of a clip reaches on the output, as if the clip
 * had no crop.
 */
export function largestUncroppedSizeOf(clip: VisualClip, output: PixelSize): PixelSize {
  const size = hidesOverflow(clip) ? viewportOf(clip, output) : fittedSizeOf(clip, output);
  return scaleSize(size, largestScaleOf(clip, output));
}

function largestScaleOf(clip: VisualClip, output: PixelSize): number {
  const [fitted, frame] = [fittedSizeOf(clip, output), viewportOf(clip, output)];
  // Effects change the size linearly, so the size is largest at the start or at the end.
  const effects = [0, 1].map((progress) => effectAt(clip.effect, progress, fitted, frame).scale);
  return valueRangeOf(clip.scale).greatest * Math.max(...effects);
}
