import { formatPath, type Path } from '../problems/problem.ts';
import type { Clip, Track } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';

/** A clip with its track and its index in the edit. */
export interface ClipLocation {
  readonly clip: Clip;
  /** Index of the track in the timeline, or in the group. */
  readonly track: number;
  /** Index of the clip in its track. */
  readonly index: number;
  /** The clip whose group contains this clip. Absent for a clip of the timeline itself. */
  readonly group?: ClipLocation;
}

/**
 * Lists all clips of an edit in document order, at every depth: a clip with a group comes directly before the clips
 * in the group.
 */
export function listClips(edit: Edit): ClipLocation[] {
  const found: ClipLocation[] = [];
  addClips(found, edit.timeline.tracks, undefined);
  return found;
}

function addClips(found: ClipLocation[], tracks: readonly Track[], group: ClipLocation | undefined): void {
  for (const [track, { clips }] of tracks.entries()) {
    for (const [index, clip] of clips.entries()) {
      const location = { clip, track, index, ...(group && { group }) };
      found.push(location);
      if (clip.asset.type === 'group') addClips(found, clip.asset.tracks, location);
    }
  }
}

/** Returns the path of a clip in its edit. */
export function clipPathOf({ track, index, group }: ClipLocation): Path {
  const parent = group ? [...clipPathOf(group), 'asset'] : ['timeline'];
  return [...parent, 'tracks', track, 'clips', index];
}

/** Returns the track of a clip. Undefined if the clip is not in the edit. */
export function trackOf({ track, group }: ClipLocation, edit: Edit): Track | undefined {
  const owner = group?.clip.asset;
  return (owner?.type === 'group' ? owner : edit.timeline).tracks[track];
}

/** Returns a key of the track of a clip. Tracks with the same index in different groups have different keys. */
export function trackKeyOf({ track, group }: ClipLocation): string {
  return group ? `${formatPath(clipPathOf(group))} ${track}` : String(track);
}

/**
 * Returns for each clip the one before it on its track, if there is one.
 *
 * @param clips in document order.
 */
export function findClipsBefore(clips: readonly ClipLocation[]): ReadonlyMap<ClipLocation, ClipLocation> {
  const found = new Map<ClipLocation, ClipLocation>();
  const last = new Map<ClipLocation | undefined, ClipLocation>();
  for (const location of clips) {
    const before = last.get(location.group);
    if (before?.track === location.track) found.set(location, before);
    last.set(location.group, location);
  }
  return found;
}
