import type { Rate, Span } from '../../base/time.ts';
import type { ResolvedTimeline, VisualClip } from '../resolve/timeline.ts';

/** Least seconds between two cuts of the timeline that both end a segment. */
const MIN_SECONDS = 2;
/** Most seconds of a segment. */
const MAX_SECONDS = 10;
/** Seconds between two cuts inside of a long stretch. A multiple of {@link KEYFRAME_SECONDS}. */
const GRID_SECONDS = 6;
/** Maximum number of seconds between two keyframes. Players seek to keyframes. */
const KEYFRAME_SECONDS = 2;

/** The input of a plan. A plan does not depend on machines, cores or kept segments. */
export type PlannedTimeline = Pick<ResolvedTimeline, 'visualClips' | 'range' | 'rate'>;

/**
 * Divides the rendered range of a timeline into segments: runs of frames that are coded alone. They are cut
 * where clips begin and end, if these cuts are at least {@link MIN_SECONDS} apart. Longer stretches are cut
 * by a grid that begins at the cut before. So a clip that becomes longer moves the segments after it, but does
 * not change them. Pure.
 *
 * @returns the segments in order, without gaps. A range that is shorter than the minimum is one segment.
 */
export function planSegments({ visualClips, range, rate }: PlannedTimeline): Span[] {
  const cuts = [range.from as number, range.to as number];
  const least = framesOf(MIN_SECONDS, rate);
  for (const cut of listCuts(visualClips, range)) {
    const place = findPlace(cuts, cut);
    const isFar = cut - (cuts[place - 1] ?? -Infinity) >= least && (cuts[place] ?? Infinity) - cut >= least;
    if (isFar) cuts.splice(place, 0, cut);
  }
  const all = cuts.slice(0, -1).flatMap((cut, index) => cutByGrid(cut, cuts[index + 1] ?? cut, rate));
  return all.map((from, index) => ({ from, to: all[index + 1] ?? range.to }) as Span);
}

/** Returns the largest number of frames between two keyframes. */
export function keyframeDistanceOf(rate: Rate): number {
  return framesOf(KEYFRAME_SECONDS, rate);
}

/**
 * Returns the frames inside of a range at which clips begin or end. First come the cuts that the fewest clips
 * cross, because there changes the most. Cuts that equally many clips cross are in the order of their time.
 */
function listCuts(clips: readonly VisualClip[], range: Span): number[] {
  const starts = clips.map(({ from }) => from as number).toSorted(byValue);
  const ends = clips.map(({ to }) => to as number).toSorted(byValue);
  const inside = [...new Set([...starts, ...ends])].filter((cut) => cut > range.from && cut < range.to);
  // A clip crosses a cut if it has begun before and does not end by then.
  const ranked = inside.map((cut) => ({ cut, crossing: findPlace(starts, cut) - findPlace(ends, cut + 1) }));
  return ranked
    .toSorted((one, other) => one.crossing - other.crossing || one.cut - other.cut)
    .map(({ cut }) => cut);
}

/** Returns the first frames of the segments of a stretch without cuts. */
function cutByGrid(from: number, to: number, rate: Rate): number[] {
  const most = framesOf(MAX_SECONDS, rate);
  const step = (GRID_SECONDS / KEYFRAME_SECONDS) * keyframeDistanceOf(rate);
  const firsts = [from];
  for (let next = from; to - next > most; firsts.push((next += step)));
  return firsts;
}

/** Returns the number of sorted values that are less than a value. */
function findPlace(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function byValue(one: number, other: number): number {
  return one - other;
}

function framesOf(seconds: number, rate: Rate): number {
  return rate.mul(seconds).floor().valueOf();
}
