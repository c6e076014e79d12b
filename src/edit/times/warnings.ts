import { placeholderIn } from '../merge/placeholder.ts';
import { clipsOf, type ClipPlace, pathOf } from '../places.ts';
import { fieldOf } from '../problem.ts';
import type { Clip } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';
import { shorten } from '../schema/expecting.ts';
import { MAX_PROBLEMS } from '../schema/list.ts';
import type { Times } from './times.ts';

/** Something of an edit that is allowed and can be rendered, but is hardly meant. */
export interface Warning {
  /** The path as one reads it: `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  /** One public sentence. */
  readonly text: string;
}

/** What says how a clip is seen; a luma matte never is. */
const OF_WHAT_IS_SEEN = [
  'fit',
  'scale',
  'width',
  'height',
  'position',
  'offset',
  'transition',
  'effect',
  'filter',
  'opacity',
  'transform',
] as const satisfies readonly (keyof Clip)[];

/**
 * What of an edit is hardly meant, now that its times are known: texts with a placeholder that has no value (C18), clips that
 * overlap on one track (C27), and luma mattes with fields that are for what is seen; at most one of each for a clip. At most
 * {@link MAX_PROBLEMS} of them, each kind in the order of the tracks. Clips whose times are unknown are not looked at for
 * overlaps.
 *
 * @param edit merged.
 */
export function warningsOf(edit: Edit, times: Times): Warning[] {
  const tracks = Map.groupBy(placed(edit, times), ({ place }) => place.track);
  const found = [...leftPlaceholders(edit), ...matteWarnings(edit)];
  for (const clips of tracks.values()) {
    found.push(...overlaps(clips));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found.slice(0, MAX_PROBLEMS);
}

/** In an address it would be a problem; in a text it stays as it is, and is seen. */
function leftPlaceholders(edit: Edit): Warning[] {
  const found: Warning[] = [];
  for (const place of clipsOf(edit)) {
    const { asset } = place.clip;
    const name = 'text' in asset ? placeholderIn(asset.text) : undefined;
    if (name === undefined) continue;
    const field = fieldOf([...pathOf(place), 'asset', 'text']);
    found.push({
      field,
      text: `${field} shows the placeholder {{ ${shorten(name)} }}, for which "merge" has no value.`,
    });
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found;
}

/** The luma mattes that ask for what they cannot have: one warning for each. */
function matteWarnings(edit: Edit): Warning[] {
  return clipsOf(edit).flatMap((place) => {
    if (place.clip.asset.type !== 'luma') return [];
    const given = OF_WHAT_IS_SEEN.filter((name) => place.clip[name] !== undefined);
    if (given.length === 0) return [];
    const field = fieldOf(pathOf(place));
    const names = given.map((name) => `"${name}"`).join(', ');
    const text = `${field} is a luma matte, which is stretched over the clips of its track and never seen itself; ${names} of it has no effect.`;
    return [{ field, text }];
  });
}

/** A clip with its times in seconds; to compare them, floats are exact enough. */
interface Placed {
  readonly place: ClipPlace;
  readonly start: number;
  readonly end: number;
}

/** The clips that may be in each other's way. A luma matte lies over the clips of its track by its nature. */
function placed(edit: Edit, times: Times): Placed[] {
  return clipsOf(edit).flatMap((place) => {
    const { start, length } = times.of(place);
    if (place.clip.asset.type === 'luma' || !start || !length?.gt(0)) return [];
    return [{ place, start: start.valueOf(), end: start.add(length).valueOf() }];
  });
}

/** Seconds of an overlap that comes of rounded numbers and is seen on no frame. */
const ROUNDING = 0.001;

function overlaps(clips: readonly Placed[]): Warning[] {
  const found: Warning[] = [];
  let latest: Placed | undefined;
  for (const clip of clips.toSorted((a, b) => a.start - b.start)) {
    if (latest && latest.end - clip.start > ROUNDING) found.push(overlap(latest, clip));
    if (found.length >= MAX_PROBLEMS) break;
    if (!latest || clip.end > latest.end) latest = clip;
  }
  return found;
}

function overlap(before: Placed, clip: Placed): Warning {
  const field = fieldOf(pathOf(clip.place));
  const other = `${fieldOf(pathOf(before.place))} ends at ${shown(before.end)} s`;
  const text = `${field} starts at ${shown(clip.start)} s, before ${other}; where clips of a track overlap, the later one in the list is on top.`;
  return { field, text };
}

function shown(seconds: number): string {
  return String(Number(seconds.toFixed(3)));
}
