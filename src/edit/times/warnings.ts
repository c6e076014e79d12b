import { clipsOf, type ClipPlace, pathOf } from '../places.ts';
import { fieldOf } from '../problem.ts';
import type { Edit } from '../schema/edit.ts';
import { MAX_PROBLEMS } from '../schema/list.ts';
import type { Times } from './times.ts';

/** Something of an edit that is allowed and can be rendered, but is hardly meant. */
export interface Warning {
  /** The path as one reads it: `timeline.tracks[0].clips[1]`. */
  readonly field: string;
  /** One public sentence. */
  readonly text: string;
}

/**
 * What of an edit is hardly meant, now that its times are known: clips that overlap on one track (contract C27). In the order
 * of the tracks, each clip once, at most {@link MAX_PROBLEMS} of them. Clips whose times are unknown are left out.
 */
export function warningsOf(edit: Edit, times: Times): Warning[] {
  const tracks = Map.groupBy(placed(edit, times), ({ place }) => place.track);
  const found: Warning[] = [];
  for (const clips of tracks.values()) {
    found.push(...overlaps(clips));
    if (found.length >= MAX_PROBLEMS) break;
  }
  return found.slice(0, MAX_PROBLEMS);
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
