import { speechAliasOf } from '../clips/aliases.ts';
import { type ClipLocation, listClips } from '../clips/clip-location.ts';
import type { Asset } from '../schema/asset.ts';
import type { Edit } from '../schema/edit.ts';
import { lengthWithoutMedia } from './media-length.ts';
import { type ClipTime, resolveTimes } from './resolve-times.ts';

/** Seconds by which a clip may be seen before or after its times, which are taken to whole frames: more than the slowest rate has. */
const MARGIN_SECONDS = 0.1;
/** Stands for what is not seen. It keeps the time of its clip, and the clip its place. */
const EMPTY_ASSET: Asset = { type: 'text', text: '' };

/**
 * An edit that looks the same at a moment, without what is not seen then: neither files nor work for it are needed. Files
 * whose length decides when others are seen stay, as far as their length is not known, and those whose voice captions follow.
 *
 * @param edit as the parser leaves it.
 * @param at seconds on the timeline.
 */
export function reduceToMoment(edit: Edit, at: number): Edit {
  const times = resolveTimes(edit, lengthWithoutMedia);
  const isKept = (location: ClipLocation): boolean =>
    needsMediaForLength(location) || isPossiblyVisible(location, times.of(location), at);
  const speechAliases = new Set(
    listClips(edit).map((location) => (isKept(location) ? speechAliasOf(location.clip.asset) : undefined)),
  );
  const tracks = edit.timeline.tracks.map((original, track) => ({
    ...original,
    clips: original.clips.map((clip, index) => {
      const location = { clip, track, index };
      const { start, length, alias } = clip;
      if (isKept(location) || (alias !== undefined && speechAliases.has(alias))) return clip;
      return { asset: EMPTY_ASSET, start, length, ...(alias !== undefined && { alias }) };
    }),
  }));
  const timeline = { ...edit.timeline, tracks };
  delete timeline.soundtrack;
  return { ...edit, timeline };
}

/** Whether only the media of a clip know how long it is. */
function needsMediaForLength(location: ClipLocation): boolean {
  return location.clip.length === 'auto' && lengthWithoutMedia(location) === undefined;
}

function isPossiblyVisible({ clip }: ClipLocation, { start, length }: ClipTime, at: number): boolean {
  if (clip.asset.type === 'audio') return false;
  const isLater = start !== undefined && start.valueOf() > at + MARGIN_SECONDS;
  const isOver = start && length !== undefined && start.add(length).valueOf() < at - MARGIN_SECONDS;
  return !isLater && isOver !== true;
}
