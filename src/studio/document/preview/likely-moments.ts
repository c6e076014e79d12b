import type { ClipSpan } from '../clip-spans.ts';
import { frameShownAt, nearestFrameAt } from '../frame-grid.ts';
import { momentOf } from './shown-moment.ts';

/** Cuts on each side of the playhead. */
const CUTS = 2;
/** Frames after the next one. A person who goes on frame by frame then needs the next request after all of them. */
const MORE = [2, 3, 4];

/**
 * Returns the moments of which the pictures may be wanted next, the likeliest first: the frames beside the playhead,
 * and the first frames at the nearest cuts.
 *
 * @param at second of the playhead.
 * @param rate frames per second.
 * @param end second at which the timeline ends.
 */
export function listLikelyMoments(
  at: number,
  spans: readonly ClipSpan[],
  { rate, end }: { readonly rate: number; readonly end: number },
): number[] {
  const current = frameShownAt(at, rate);
  const last = nearestFrameAt(end, rate) - 1;
  const edges = spans.flatMap(({ start, length }) => [start, start + length]);
  const cuts = [...new Set(edges.map((second) => nearestFrameAt(second, rate)))].sort(
    (one, other) => one - other,
  );
  const earlier = cuts.filter((frame) => frame < current).slice(-CUTS);
  const later = cuts.filter((frame) => frame > current).slice(0, CUTS);
  const beside = [current + 1, current - 1, ...MORE.map((step) => current + step)];
  const frames = [...beside, ...later, ...earlier.reverse(), 0, last];
  const possible = frames.filter((frame) => frame >= 0 && frame <= last && frame !== current);
  return [...new Set(possible)].map((frame) => momentOf(frame, rate));
}
