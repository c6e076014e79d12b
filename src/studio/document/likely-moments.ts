import type { ClipSpan } from './clip-spans.ts';

/** Cuts on each side of the playhead. */
const CUTS = 2;

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
  const current = Math.round(at * rate);
  const last = Math.round(end * rate) - 1;
  const edges = spans.flatMap(({ start, length }) => [start, start + length]);
  const cuts = [...new Set(edges.map((second) => Math.round(second * rate)))].sort(
    (one, other) => one - other,
  );
  const earlier = cuts.filter((frame) => frame < current).slice(-CUTS);
  const later = cuts.filter((frame) => frame > current).slice(0, CUTS);
  const beside = [current + 1, current - 1, current + 2, current + 3];
  const frames = [...beside, ...later, ...earlier.reverse(), 0, last];
  const possible = frames.filter((frame) => frame >= 0 && frame <= last && frame !== current);
  return [...new Set(possible)].map((frame) => Math.round((1000 * frame) / rate) / 1000);
}
