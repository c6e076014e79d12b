import { fieldOf, MAX_PROBLEMS } from '../problem.ts';
import { type ClipPlace, pathOf } from '../places.ts';
import { transitionTimes } from '../times/transition-times.ts';
import { shownNumber, type Warning, warningAt } from './warning.ts';

/** A clip with its times in seconds; to compare them, floats are exact enough. */
export interface Placed {
  readonly place: ClipPlace;
  readonly start: number;
  readonly end: number;
}

/** Seconds of an overlap that comes of rounded numbers and is seen on no frame. */
const ROUNDING = 0.001;

/** The clips of a track that begin while another is there, but those that come or go by a transition meanwhile. */
export function overlapWarnings(clips: readonly Placed[]): Warning[] {
  const found: Warning[] = [];
  let latest: Placed | undefined;
  for (const clip of clips.toSorted((a, b) => a.start - b.start)) {
    if (latest && latest.end - clip.start > ROUNDING + crossing(latest, clip))
      found.push(overlap(latest, clip));
    if (found.length >= MAX_PROBLEMS) break;
    if (!latest || clip.end > latest.end) latest = clip;
  }
  return found;
}

/** Seconds for which one clip goes or the next one comes. */
function crossing(before: Placed, clip: Placed): number {
  return Math.max(timesOf(before).out, timesOf(clip).in);
}

function timesOf({ place, start, end }: Placed): ReturnType<typeof transitionTimes> {
  return transitionTimes(place.clip.transition, end - start);
}

function overlap(before: Placed, clip: Placed): Warning {
  const other = `${fieldOf(pathOf(before.place))} ends at ${shownNumber(before.end)} s`;
  const phrase = `starts at ${shownNumber(clip.start)} s, before ${other}; where clips of a track overlap, the later one in the list is on top`;
  return warningAt(clip.place, [], phrase);
}
