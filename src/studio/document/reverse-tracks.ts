import type { DraftEdit, DraftTrack } from './edit-text.ts';

/** Returns an edit whose tracks, and those of its groups, stand in the opposite order. */
export function reverseTracks({ timeline = {}, ...edit }: DraftEdit): DraftEdit {
  return { timeline: { ...timeline, tracks: reverse(timeline.tracks ?? []) }, ...edit };
}

function reverse(tracks: readonly DraftTrack[]): DraftTrack[] {
  return tracks.toReversed().map((track) => ({
    ...track,
    clips: (track.clips ?? []).map((clip) => {
      const inner = clip.asset?.['tracks'];
      // Only groups have tracks.
      if (!Array.isArray(inner)) return clip;
      return { ...clip, asset: { ...clip.asset, tracks: reverse(inner as DraftTrack[]) } };
    }),
  }));
}
