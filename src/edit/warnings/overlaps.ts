import { formatPath, MAX_PROBLEMS } from '../problems/problem.ts';
import { type ClipLocation, clipPathOf } from '../clips/clip-location.ts';
import { transitionTimes } from '../times/transition-times.ts';
import { formatNumber, type Warning, createClipWarning } from './warning.ts';

/** A clip with its times in seconds. Floats are exact enough to compare times. */
export interface ClipInterval {
  readonly location: ClipLocation;
  readonly start: number;
  readonly end: number;
}

/**
 * Maximum overlap in seconds that may come from rounded numbers. So short an overlap is not visible on any
 * frame.
 */
const TOLERANCE_SECONDS = 0.001;

/**
 * Warns about clips of a track that start before another clip ends, unless a transition covers the overlap.
 */
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

/**
 * Returns the duration in seconds of the first clip's out transition or the next clip's in transition,
 * whichever is longer.
 */
function transitionSecondsBetween(before: ClipInterval, clip: ClipInterval): number {
  return Math.max(transitionTimesOf(before).out, transitionTimesOf(clip).in);
}

function transitionTimesOf({ location, start, end }: ClipInterval): ReturnType<typeof transitionTimes> {
  return transitionTimes(location.clip.transition, end - start);
}

function createOverlapWarning(before: ClipInterval, clip: ClipInterval): Warning {
  const other = `${formatPath(clipPathOf(before.location))} ends at ${formatNumber(before.end)} s`;
  const text = `This clip starts at ${formatNumber(clip.start)} s, before ${other}. If clips on a track overlap, the later one in the list is on top.`;
  return createClipWarning(clip.location, [], text);
}
