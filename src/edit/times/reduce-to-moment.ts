import { mayHaveSound } from '../../base/vocabulary/may-have-sound.ts';
import { speechAliasOf } from '../clips/aliases.ts';
import { type ClipLocation, listClips } from '../clips/clip-location.ts';
import { mapClips } from '../clips/map-clips.ts';
import type { Asset } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';
import { lengthWithoutMedia } from './media-length.ts';
import { type ClipTime, resolveTimes } from './resolve-times.ts';

/**
 * Maximum number of seconds by which rounding to whole frames may move a clip. One frame is shorter than this
 * margin at every frame rate.
 */
const MARGIN_SECONDS = 0.1;
/** Seconds before a moment whose sound decides what a waveform shows: its attack and its decay, and those of filters. */
const SOUND_MARGIN_SECONDS = 10;
/** The empty asset that an invisible clip receives. The clip keeps its index in the track and its times. */
const EMPTY_ASSET: Asset = { type: 'text', text: '' };

/** Removes the parts of an edit that are invisible at one second of the timeline. See {@link reduceToMoments}. */
export function reduceToMoment(edit: Edit, at: number): Edit {
  return reduceToMoments(edit, [at]);
}

/**
 * Removes the parts of an edit that are invisible at certain moments, so that no files are fetched for the
 * removed clips. At these moments the edit still looks the same. Keeps clips whose length depends on their
 * media, because that length may affect the times of other clips. Keeps clips whose speech is needed for
 * visible captions, and those whose sound a visible waveform shows.
 *
 * @param edit a parsed edit for one output. Its others are left out.
 * @param moments seconds on the timeline. If absent, everything that is ever visible stays.
 */
export function reduceToMoments(edit: Edit, moments?: readonly number[]): Edit {
  const times = resolveTimes(edit, lengthWithoutMedia);
  const isVisible = (location: ClipLocation): boolean =>
    isPossiblyVisible(location, times.of(location), moments);
  const showsSound = listClips(edit).some(
    (location) => location.clip.asset.type === 'waveform' && isVisible(location),
  );
  const isShownSound = (location: ClipLocation): boolean =>
    showsSound &&
    mayHaveSound(location.clip.asset.type) &&
    isPossiblyNear(times.of(location), moments, SOUND_MARGIN_SECONDS);
  const reduced = reduceClips(
    edit,
    (location) => needsMediaForLength(location) || isVisible(location) || isShownSound(location),
  );
  if (showsSound) return reduced;
  const timeline = { ...reduced.timeline };
  delete timeline.soundtrack;
  return { ...reduced, timeline };
}

/**
 * Removes the parts of an edit that are never heard, so that no files are fetched for the removed clips. The
 * edit still sounds the same. Keeps clips whose length depends on their media.
 *
 * @param edit a parsed edit for one output. Its others are left out.
 */
export function reduceToSound(edit: Edit): Edit {
  const reduced = reduceClips(
    edit,
    (location) => needsMediaForLength(location) || mayHaveSound(location.clip.asset.type),
  );
  const timeline = { ...reduced.timeline };
  delete timeline.fonts;
  return { ...reduced, timeline };
}

/** Replaces the clips that are not kept by empty ones with the same times. */
function reduceClips(edit: Edit, isKept: (location: ClipLocation) => boolean): Edit {
  const speechAliases = new Set(
    listClips(edit).map((location) => (isKept(location) ? speechAliasOf(location.clip.asset) : undefined)),
  );
  const reduced = mapClips(edit, (location) => {
    const { clip } = location;
    const { start, overlap, length, alias, transition, asset } = clip;
    const isSpeech = alias !== undefined && speechAliases.has(alias);
    // The clips in a group may be needed even if the group is not visible.
    if (asset.type === 'group' || isSpeech || isKept(location)) return clip;
    return {
      asset: EMPTY_ASSET,
      start,
      length,
      ...(alias !== undefined && { alias }),
      // Visible clips may share a transition with the clip before them or after them.
      ...(overlap !== undefined && { overlap }),
      ...(transition && { transition }),
    };
  });
  const single = { ...reduced };
  delete single.others;
  return single;
}

/** True if the length of a clip depends on its media. */
function needsMediaForLength(location: ClipLocation): boolean {
  return location.clip.length === 'auto' && lengthWithoutMedia(location) === undefined;
}

function isPossiblyVisible(
  { clip }: ClipLocation,
  time: ClipTime,
  moments: readonly number[] | undefined,
): boolean {
  if (clip.asset.type === 'audio' || clip.asset.type === 'text-to-speech') return false;
  return isPossiblyNear(time, moments, MARGIN_SECONDS);
}

/** True if a clip may last at one of the moments, or within a margin of one, in seconds. */
function isPossiblyNear(
  { start, length }: ClipTime,
  moments: readonly number[] | undefined,
  margin: number,
): boolean {
  if (!moments || start === undefined) return true;
  const from = start.valueOf() - margin;
  const to = length === undefined ? Infinity : start.add(length).valueOf() + margin;
  return moments.some((at) => at >= from && at <= to);
}
