import { indexByAlias, parseAlias, speechAliasOf } from '../clips/aliases.ts';
import { type ClipLocation, findClipsBefore, listClips } from '../clips/clip-location.ts';
import type { Asset } from '../schema/asset.ts';
import type { Edit } from '../schema/edit.ts';

/**
 * Guessed length in seconds of a file that is not read yet: a usual length of a video or a recording in an
 * edit. Subtitles and transcripts are as long as their media.
 */
const MEDIA_SECONDS = 15;
/** Length in seconds of a generated video, as most services make it. */
const GENERATED_VIDEO_SECONDS = 5;
/** Length in seconds of `auto` for everything without a duration (contract 2.1). */
const STILL_SECONDS = 3;
/** Characters of a text that a voice speaks in a second. */
const SPOKEN_CHARACTERS = 15;

/** A clip with its guessed start and length in seconds. */
export interface GuessedClip {
  readonly location: ClipLocation;
  readonly start: number;
  readonly length: number;
}

/** The clips of an edit with their guessed times, and the guessed length of the timeline in seconds. */
export interface GuessedTimes {
  readonly clips: readonly GuessedClip[];
  readonly duration: number;
}

/** Passes over the clips. Each pass resolves one more reference of a chain of references. */
const PASSES = 3;

/**
 * Guesses the times of an edit without its media. Uses floats and a few passes instead of exact fractions and
 * a resolver, so that an edit of 10 MB takes milliseconds. A chain of more than a few references backwards is
 * not followed to its end.
 */
export function guessTimes(edit: Edit): GuessedTimes {
  const locations = listClips(edit);
  const byAlias = indexByAlias(locations);
  const indexes = new Map(locations.map((location, index) => [location, index]));
  const starts = new Float64Array(locations.length);
  const lengths = new Float64Array(locations.length);
  const indexOf = (alias: string | undefined): number | undefined => {
    const target = alias === undefined ? undefined : byAlias.get(alias);
    return target && indexes.get(target);
  };
  const before = findClipsBefore(locations);
  const indexIn = (location: ClipLocation | undefined): number => (location && indexes.get(location)) ?? -1;
  const endAt = (index: number): number => at(starts, index) + at(lengths, index);
  const guessStart = (location: ClipLocation): number => {
    const { start } = location.clip;
    const begin = at(starts, indexIn(location.group));
    if (typeof start === 'number') return begin + start;
    const first = indexOf(parseAlias(start));
    if (first !== undefined) return Math.max(begin, at(starts, first));
    const previous = before.get(location);
    return previous ? endAt(indexIn(previous)) : begin;
  };
  const guessLength = ({ clip: { length, asset }, group }: ClipLocation, index: number): number => {
    if (typeof length === 'number') return length;
    if (length === 'end') return Math.max(0, (group ? endAt(indexIn(group)) : duration) - at(starts, index));
    const same = indexOf(parseAlias(length)) ?? indexOf(speechAliasOf(asset));
    if (same !== undefined) return at(lengths, same);
    return asset.type === 'group' ? at(contents, index) : guessMediaLength(asset);
  };
  // The lengths of the contents of groups.
  const contents = new Float64Array(locations.length);
  let duration = 0;
  for (let pass = 0; pass < PASSES; pass += 1) {
    locations.forEach((location, index) => {
      starts[index] = guessStart(location);
      lengths[index] = guessLength(location, index);
    });
    contents.fill(0);
    let latest = 0;
    // The clips of a group come after its own clip.
    for (const [index, { clip, group }] of [...locations.entries()].reverse()) {
      if (clip.asset.type === 'group' && clip.length === 'auto') lengths[index] = at(contents, index);
      if (clip.length === 'end') continue;
      const around = indexIn(group);
      if (around < 0) latest = Math.max(latest, endAt(index));
      else contents[around] = Math.max(at(contents, around), endAt(index) - at(starts, around));
    }
    duration = latest;
  }
  const clips = locations.map((location, index) => {
    const [start, around] = [at(starts, index), indexIn(location.group)];
    const end = around < 0 ? endAt(index) : Math.min(endAt(index), endAt(around));
    return { location, start, length: Math.max(0, end - start) };
  });
  return { clips, duration };
}

function at(times: Float64Array, index: number): number {
  return times[index] ?? 0;
}

/** Guesses the seconds that `auto` stands for. */
function guessMediaLength(asset: Asset): number {
  if (asset.type === 'video' || asset.type === 'audio')
    return Math.max(1, MEDIA_SECONDS - (asset.trim ?? 0)) / Math.max(0.1, asset.speed ?? 1);
  if (asset.type === 'image-to-video') return GENERATED_VIDEO_SECONDS;
  if (asset.type === 'text-to-speech') return Math.max(1, asset.text.length / SPOKEN_CHARACTERS);
  return LAST_WITH_MEDIA.includes(asset.type) ? MEDIA_SECONDS : STILL_SECONDS;
}

/** The types of assets that last as long as the media that they belong to. */
const LAST_WITH_MEDIA: readonly Asset['type'][] = ['luma', 'caption', 'rich-caption'];
