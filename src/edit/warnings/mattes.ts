import type { ClipLocation } from '../clips/clip-location.ts';
import type { Clip } from '../schema/clip.ts';
import type { ClipInterval } from './overlaps.ts';
import { type Warning, createClipWarning } from './warning.ts';

/** What says how a clip is visible; a luma matte never is. */
const VISUAL_FIELDS = [
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

/** A luma matte that asks for what it cannot have. */
export function warnAboutMatteFields(location: ClipLocation): Warning[] {
  if (location.clip.asset.type !== 'luma') return [];
  const given = VISUAL_FIELDS.filter((name) => location.clip[name] !== undefined);
  if (given.length === 0) return [];
  const names = given.map((name) => `"${name}"`).join(', ');
  const phrase = `is a luma matte, which is stretched over the clips of its track and never seen itself; ${names} of it has no effect`;
  return [createClipWarning(location, [], phrase)];
}

/**
 * The luma mattes that no other clip is visible through.
 *
 * @param mattes of a track.
 * @param visible the clips of the track that are visible.
 */
export function warnAboutUnusedMattes(
  mattes: readonly ClipInterval[],
  visible: readonly ClipInterval[],
): Warning[] {
  const ordered = visible.toSorted((a, b) => a.start - b.start);
  // The latest end of the clips up to each: so that a matte is looked up without going through all of them.
  const ends: number[] = [];
  for (const { end } of ordered) ends.push(Math.max(end, ends.at(-1) ?? end));
  return mattes.flatMap(({ location, start, end }) => {
    const before = countStartingBefore(ordered, end);
    if (before > 0 && (ends[before - 1] ?? 0) > start) return [];
    const phrase =
      'is a luma matte, but no other clip of its track is there at that time; put it on the track of the clip that it is for, at the same time';
    return [createClipWarning(location, [], phrase)];
  });
}

/** How many of the clips, in the order of their starts, start before a second. */
function countStartingBefore(ordered: readonly ClipInterval[], second: number): number {
  let [from, to] = [0, ordered.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((ordered[middle]?.start ?? second) < second) from = middle + 1;
    else to = middle;
  }
  return from;
}
