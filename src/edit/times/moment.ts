import { voiceIn } from '../alias.ts';
import { type ClipPlace, clipsOf } from '../places.ts';
import type { Asset } from '../schema/asset.ts';
import type { Edit } from '../schema/edit.ts';
import { lengthWithoutMedia } from './timeline.ts';
import { type ClipTime, resolveTimes } from './times.ts';

/** Seconds by which a clip may be seen before or after its times, which are taken to whole frames: more than the slowest rate has. */
const ONE_FRAME = 0.1;
/** Stands for what is not seen. It keeps the time of its clip, and the clip its place. */
const NOTHING: Asset = { type: 'text', text: '' };

/**
 * An edit that looks the same at a moment, without what is not seen then: neither files nor work for it are needed. Files
 * whose length decides when others are seen stay, as far as their length is not known, and those whose voice captions follow.
 *
 * @param edit as the parser leaves it.
 * @param at seconds on the timeline.
 */
export function momentOf(edit: Edit, at: number): Edit {
  const times = resolveTimes(edit, lengthWithoutMedia);
  const isKept = (place: ClipPlace): boolean => tellsLength(place) || mayBeSeen(place, times.of(place), at);
  const voices = new Set(
    clipsOf(edit).map((place) => (isKept(place) ? voiceIn(place.clip.asset) : undefined)),
  );
  const tracks = edit.timeline.tracks.map((given, track) => ({
    ...given,
    clips: given.clips.map((clip, index) => {
      const place = { clip, track, index };
      const { start, length, alias } = clip;
      if (isKept(place) || (alias !== undefined && voices.has(alias))) return clip;
      return { asset: NOTHING, start, length, ...(alias !== undefined && { alias }) };
    }),
  }));
  const timeline = { ...edit.timeline, tracks };
  delete timeline.soundtrack;
  return { ...edit, timeline };
}

/** Whether only the media of a clip know how long it is. */
function tellsLength(place: ClipPlace): boolean {
  return place.clip.length === 'auto' && lengthWithoutMedia(place) === undefined;
}

function mayBeSeen({ clip }: ClipPlace, { start, length }: ClipTime, at: number): boolean {
  if (clip.asset.type === 'audio') return false;
  const isLater = start !== undefined && start.valueOf() > at + ONE_FRAME;
  const isOver = start && length !== undefined && start.add(length).valueOf() < at - ONE_FRAME;
  return !isLater && isOver !== true;
}
