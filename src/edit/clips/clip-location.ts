import type { Path } from '../problems/problem.ts';
import type { Clip } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';

/** A clip with its track and its index in the edit. */
export interface ClipLocation {
  readonly clip: Clip;
  /** Index of the track. */
  readonly track: number;
  /** Index of the clip in its track. */
  readonly index: number;
}

/** Lists all clips of an edit in document order. */
export function listClips(edit: Edit): ClipLocation[] {
  return edit.timeline.tracks.flatMap(({ clips }, track) =>
    clips.map((clip, index) => ({ clip, track, index })),
  );
}

/** Returns the path of a clip in its edit. */
export function clipPathOf({ track, index }: ClipLocation): Path {
  return ['timeline', 'tracks', track, 'clips', index];
}
