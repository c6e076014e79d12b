import type { ClipPlace } from '../places.ts';
import type { Clip } from '../schema/clip.ts';
import type { Placed } from './overlaps.ts';
import { type Warning, warningAt } from './warning.ts';

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

/** A luma matte that asks for what it cannot have. */
export function matteWarning(place: ClipPlace): Warning[] {
  if (place.clip.asset.type !== 'luma') return [];
  const given = OF_WHAT_IS_SEEN.filter((name) => place.clip[name] !== undefined);
  if (given.length === 0) return [];
  const names = given.map((name) => `"${name}"`).join(', ');
  const phrase = `is a luma matte, which is stretched over the clips of its track and never seen itself; ${names} of it has no effect`;
  return [warningAt(place, [], phrase)];
}

/**
 * The luma mattes that no other clip is seen through.
 *
 * @param mattes of a track.
 * @param seen the clips of the track that are seen.
 */
export function idleMattes(mattes: readonly Placed[], seen: readonly Placed[]): Warning[] {
  const ordered = seen.toSorted((a, b) => a.start - b.start);
  // The latest end of the clips up to each: so that a matte is looked up without going through all of them.
  const ends: number[] = [];
  for (const { end } of ordered) ends.push(Math.max(end, ends.at(-1) ?? end));
  return mattes.flatMap(({ place, start, end }) => {
    const before = startingBefore(ordered, end);
    if (before > 0 && (ends[before - 1] ?? 0) > start) return [];
    const phrase =
      'is a luma matte, but no other clip of its track is there at that time; put it on the track of the clip that it is for, at the same time';
    return [warningAt(place, [], phrase)];
  });
}

/** How many of the clips, in the order of their starts, start before a second. */
function startingBefore(ordered: readonly Placed[], second: number): number {
  let [from, to] = [0, ordered.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if ((ordered[middle]?.start ?? second) < second) from = middle + 1;
    else to = middle;
  }
  return from;
}
