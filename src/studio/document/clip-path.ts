import type { ClipPlace } from './clip-spans.ts';
import type { JsonPath } from './edit-text.ts';

/** Returns the place of a clip in the JSON. */
export function pathOf({ track, clip }: ClipPlace): JsonPath {
  return ['timeline', 'tracks', track, 'clips', clip];
}
