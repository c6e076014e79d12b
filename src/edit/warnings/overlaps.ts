import { formatPath, MAX_PROBLEMS } from '../problems/problem.ts';
import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { transitionTimes } from '../times/transition-times.ts';
import { formatNumber, type Warning, createClipWarning } from './warning.ts';

/** A clip with its times in seconds; to compare them, floats are exact enough. */
export interface ClipInterval {
  readonly location: ClipLocation;
  readonly start: number;
  readonly end: number;
}

/** Seconds of an overlap that comes of rounded numbers and is seen on no frame. */
const TOLERANCE_SECONDS = 0.001;

/** The clips of a track that begin while another is there, but those that come or go by a transition meanwhile. */
export function warnAboutOverlaps(clips: readonly ClipInterval[]): Warning[] {
  const found: Warning[] = [];
  let latest: ClipInterval | undefined;
  for (const clip of clips.toSorted((a, b) => a.start - b.start)) {
    if (latest && latest.end - clip.start > TOLERANCE_SECONDS + transitionSecondsBetween(latest, clip))
      found.push(createOverlapWarning(latest, clip));
    if (found.length >= MAX_PROBLEMS) break;
    if (!latest || clip.end > latest.end) latest = clip;
  }
  return found;
}

/** Seconds for which one clip goes or the next one comes. */
function transitionSecondsBetween(before: ClipInterval, clip: ClipInterval): number {
  return Math.max(transitionTimesOf(before).out, transitionTimesOf(clip).in);
}

function transitionTimesOf({ location, start, end }: ClipInterval): ReturnType<typeof transitionTimes> {
  return transitionTimes(location.clip.transition, end - start);
}

function createOverlapWarning(before: ClipInterval, clip: ClipInterval): Warning {
  const other = `${formatPath(clipPathOf(before.location))} ends at ${formatNumber(before.end)} s`;
  const phrase = `starts at ${formatNumber(clip.start)} s, before ${other}; where clips of a track overlap, the later one in the list is on top`;
  return createClipWarning(clip.location, [], phrase);
}
