import type { ClipPlace } from './clip-spans.ts';
import type { JsonPath } from './edit-text.ts';

/** Number of steps in the path of a clip. */
export const CLIP_STEPS = 5;

/** Returns the place of a clip in the JSON. */
export function pathOf({ track, clip }: ClipPlace): JsonPath {
  return ['timeline', 'tracks', track, 'clips', clip];
}
