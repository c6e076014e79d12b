import type { DraftClip, DraftEdit, DraftTrack } from '../edit-text.ts';
import { withFields } from '../motion/cut-motion.ts';

/** The tracks that are not seen, and those that are not heard. */
export interface Unplayed {
  readonly hidden: readonly number[];
  readonly muted: readonly number[];
}

/** Returns an edit for looking, in which some tracks are not seen and some not heard. All times stay. */
export function hideTracks(edit: DraftEdit, { hidden, muted }: Unplayed): DraftEdit {
  const { timeline } = edit;
  if (!timeline?.tracks || hidden.length + muted.length === 0) return edit;
  const tracks = timeline.tracks.map((track, index) => {
    const seen = hidden.includes(index) ? changeClips(track, hide) : track;
    return muted.includes(index) ? changeClips(seen, mute) : seen;
  });
  return { ...edit, timeline: { ...timeline, tracks } };
}

function changeClips(track: DraftTrack, change: (clip: DraftClip) => DraftClip): DraftTrack {
  return { ...track, clips: (track.clips ?? []).map(change) };
}

function hide(clip: DraftClip): DraftClip {
  return withFields(clip, [
    { path: ['opacity'], value: 0 },
    // A place of its own may have another opacity.
    { path: ['shapes'], value: undefined },
  ]);
}

/** The assets with a volume. */
const LOUD: ReadonlySet<string> = new Set(['audio', 'video', 'text-to-speech']);

function mute(clip: DraftClip): DraftClip {
  const { type = '', tracks } = clip.asset ?? {};
  if (type === 'group' && Array.isArray(tracks)) {
    const muted = (tracks as DraftTrack[]).map((track) => changeClips(track, mute));
    return withFields(clip, [{ path: ['asset', 'tracks'], value: muted }]);
  }
  return LOUD.has(type) ? withFields(clip, [{ path: ['asset', 'volume'], value: 0 }]) : clip;
}
