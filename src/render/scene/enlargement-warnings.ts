import type { VisualClip, ResolvedTimeline } from '../resolve/timeline.ts';
import { listCanvases } from './canvases.ts';
import { largestSizeOf } from './clip-motion.ts';
import type { PixelSize } from './placement.ts';

/** Enlargement factor, in width or height, above which a picture looks soft. */
const MAX_ENLARGEMENT = 1.5;
/** A picture with a side shorter than this counts as a patch of colour, which is enlarged on purpose. */
const MIN_PIXELS = 16;

/**
 * Warns of stills and videos that are shown much larger than their own size in pixels, once per clip. Vector
 * drawings and graphics are sharp at any size. Transitions do not count.
 */
export function enlargementWarnings(
  timeline: Pick<ResolvedTimeline, 'visualClips' | 'width' | 'height'>,
): ResolvedTimeline['warnings'] {
  return listCanvases(timeline).flatMap((canvas) =>
    canvas.visualClips.flatMap((clip) => warnIfEnlarged(clip, canvas)),
  );
}

function warnIfEnlarged(clip: VisualClip, canvas: PixelSize): ResolvedTimeline['warnings'] {
  // A blur hides how soft a picture is.
  const sourceSize = clip.filter === 'blur' ? undefined : sourceSizeOf(clip);
  if (!sourceSize || Math.min(sourceSize.width, sourceSize.height) < MIN_PIXELS) return [];
  const largest = largestSizeOf(clip, canvas);
  const factor = Math.max(largest.width / sourceSize.width, largest.height / sourceSize.height);
  if (factor <= MAX_ENLARGEMENT) return [];
  const field = `${clip.field}.asset.src`;
  const rounded = Number(factor.toFixed(1));
  const text = `A picture of ${formatSize(sourceSize)} pixels is shown at ${formatSize(largest)}, enlarged up to ${rounded} times. For a sharper picture, use a larger file, fit "none" or a smaller scale.`;
  return [{ field, text }];
}

function sourceSizeOf({ visual }: VisualClip): PixelSize | undefined {
  if (visual.kind === 'video') return visual.track.stored;
  return visual.kind === 'still' ? visual.media : undefined;
}

function formatSize({ width, height }: PixelSize): string {
  return `${Math.round(width)}x${Math.round(height)}`;
}
