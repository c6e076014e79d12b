import { parseAlias } from '../../base/vocabulary/alias-reference.ts';
import type { ClipLocation } from './clip-location.ts';
import type { Length, Start } from '../schema/clip.ts';

type ByAlias = ReadonlyMap<string, ClipLocation>;
type Owners = ReadonlyMap<ClipLocation, ClipLocation>;

/**
 * Finds, for each clip, the clip that determines the length: the last clip in the chain of `alias://`
 * references. A clip without such a reference determines its own length.
 */
export function findLengthOwners(clips: readonly ClipLocation[], byAlias: ByAlias): Owners {
  return findOwners(clips, byAlias, ({ clip }) => clip.length);
}

/**
 * Finds, for each clip, the clip that determines the start: the last clip in the chain of `alias://`
 * references. A clip without such a reference determines its own start.
 */
export function findStartOwners(clips: readonly ClipLocation[], byAlias: ByAlias): Owners {
  return findOwners(clips, byAlias, ({ clip }) => clip.start);
}

/** Groups the clips whose length is not `end` by the group that contains them. */
export function findFiniteClips(
  clips: readonly ClipLocation[],
  byAlias: ByAlias,
): ReadonlyMap<ClipLocation | undefined, readonly ClipLocation[]> {
  const owners = findLengthOwners(clips, byAlias);
  const finite = clips.filter((location) => owners.get(location)?.clip.length !== 'end');
  return Map.groupBy(finite, ({ group }) => group);
}

function findOwners(
  clips: readonly ClipLocation[],
  byAlias: ByAlias,
  timeOf: (location: ClipLocation) => Start | Length,
): Owners {
  const owners = new Map<ClipLocation, ClipLocation>();
  for (const location of clips) {
    if (parseAlias(timeOf(location)) === undefined) {
      owners.set(location, location);
      continue;
    }
    const chain = new Set<ClipLocation>();
    let current = location;
    while (!chain.has(current) && !owners.has(current)) {
      chain.add(current);
      current = byAlias.get(parseAlias(timeOf(current)) ?? '') ?? current;
    }
    const owner = owners.get(current) ?? current;
    for (const member of chain) owners.set(member, owner);
  }
  return owners;
}
