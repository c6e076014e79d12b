import type { Clip, Track } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';
import type { ClipLocation } from './clip-location.ts';

/**
 * Returns an edit in which other clips stand in the places of its clips, at every depth.
 *
 * @param map returns the new clip. A new clip with a group is mapped before the clips in that group.
 */
export function mapClips(edit: Edit, map: (location: ClipLocation) => Clip): Edit {
  return { ...edit, timeline: { ...edit.timeline, tracks: mapTracks(edit.timeline.tracks, map) } };
}

function mapTracks(
  tracks: readonly Track[],
  map: (location: ClipLocation) => Clip,
  group?: ClipLocation,
): Track[] {
  return tracks.map((original, track) => ({
    ...original,
    clips: original.clips.map((clip, index) => {
      const location = { clip, track, index, ...(group && { group }) };
      const mapped = map(location);
      const { asset } = mapped;
      if (asset.type !== 'group') return mapped;
      return { ...mapped, asset: { ...asset, tracks: mapTracks(asset.tracks, map, location) } };
    }),
  }));
}
