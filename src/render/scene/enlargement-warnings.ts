import type { VisualClip, ResolvedTimeline } from '../resolve/timeline.ts';
import { largestSizeOf } from './clip-motion.ts';
import type { PixelSize } from './placement.ts';

/** What is shown at more than so many times its own pixels, across or down, is seen to be soft. */
const MAX_ENLARGEMENT = 1.5;
/** A picture with fewer pixels than this on a side is a patch of colour, which is meant to be enlarged. */
const MIN_PIXELS = 16;

/**
 * Warns of the pictures that are shown much larger than they are, each clip once. Transitions do not count.
 *
 * @param timeline with the files as they are: what is drawn at any size is never enlarged.
 */
export function enlargementWarnings(timeline: ResolvedTimeline): ResolvedTimeline['warnings'] {
  return timeline.visualClips.flatMap((clip) => {
    const sourceSize = sourceSizeOf(clip);
    if (!sourceSize || Math.min(sourceSize.width, sourceSize.height) < MIN_PIXELS) return [];
    const largest = largestSizeOf(clip, timeline);
    const factor = Math.max(largest.width / sourceSize.width, largest.height / sourceSize.height);
    if (factor <= MAX_ENLARGEMENT) return [];
    const field = `${clip.field}.asset.src`;
    const rounded = Number(factor.toFixed(1));
    const text = `${field}: a picture of ${formatSize(sourceSize)} pixels is shown at ${formatSize(largest)}, up to ${rounded} times as large; it would be sharper with more pixels, with fit "none" or with a smaller scale.`;
    return [{ field, text }];
  });
}

function sourceSizeOf({ visual }: VisualClip): PixelSize | undefined {
  if (visual.kind === 'video') return visual.track.stored;
  return visual.kind === 'still' ? visual.media : undefined;
}

function formatSize({ width, height }: PixelSize): string {
  return `${Math.round(width)}x${Math.round(height)}`;
}
