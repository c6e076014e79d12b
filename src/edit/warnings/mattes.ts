import type { ClipInterval } from './overlaps.ts';
import { type Warning, createClipWarning } from './warning.ts';

/**
 * Warns about luma mattes that mask no other clip.
 *
 * @param mattes the mattes of a track.
 * @param visible the visible clips of the same track.
 */
export function warnAboutUnusedMattes(
  mattes: readonly ClipInterval[],
  visible: readonly ClipInterval[],
): Warning[] {
  const ordered = visible.toSorted((a, b) => a.start - b.start);
  // For each clip, the latest end of that clip and all clips before it. This makes a binary search possible.
  const ends: number[] = [];
  for (const { end } of ordered) ends.push(Math.max(end, ends.at(-1) ?? end));
  return mattes.flatMap(({ location, start, end }) => {
    const before = countStartingBefore(ordered, end);
    if (before > 0 && (ends[before - 1] ?? 0) > start) return [];
    const text =
      'This clip is a luma matte, but no other clip on its track is visible at that time. Put it on the track of the clip that it masks, at the same time.';
    return [createClipWarning(location, [], text)];
  });
}

/** Counts the clips that start before a moment, given in seconds. The clips must be sorted by start. */
function countStartingBefore(ordered: readonly ClipInterval[], second: number): number {
  let [from, to] = [0, ordered.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((ordered[middle]?.start ?? second) < second) from = middle + 1;
    else to = middle;
  }
  return from;
}
