import type { SeenClip, Timeline } from '../resolve/timeline.ts';
import { largestOf } from './moving.ts';
import type { Size } from './placement.ts';

/** What is shown at more than so many times its own pixels, across or down, is seen to be soft. */
const MOST = 1.5;
/** A picture with fewer pixels than this on a side is a patch of colour, which is meant to be enlarged. */
const PATCH = 16;

/**
 * Warns of the pictures that are shown much larger than they are, each clip once. Transitions do not count.
 *
 * @param timeline with the files as they are: what is drawn at any size is never enlarged.
 */
export function enlargedOf(timeline: Timeline): Timeline['warnings'] {
  return timeline.seen.flatMap((clip) => {
    const own = ownPixels(clip);
    if (!own || Math.min(own.width, own.height) < PATCH) return [];
    const largest = largestOf(clip, timeline);
    const factor = Math.max(largest.width / own.width, largest.height / own.height);
    if (factor <= MOST) return [];
    const field = `${clip.field}.asset.src`;
    const times = Number(factor.toFixed(1));
    const text = `${field}: a picture of ${shown(own)} pixels is shown at ${shown(largest)}, up to ${times} times as large; it would be sharper with more pixels, with fit "none" or with a smaller scale.`;
    return [{ field, text }];
  });
}

function ownPixels({ picture }: SeenClip): Size | undefined {
  if (picture.kind === 'video') return picture.track.stored;
  return picture.kind === 'still' ? picture.media : undefined;
}

function shown({ width, height }: Size): string {
  return `${Math.round(width)}x${Math.round(height)}`;
}
