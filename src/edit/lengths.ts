import { aliasIn } from './alias.ts';
import { pathOf, type ClipPlace } from './places.ts';
import { jsonTypeOf, problemAt, type Problem } from './problem.ts';
import type { Length, Start } from './schema/clip.ts';

type ByAlias = ReadonlyMap<string, ClipPlace>;
type Owners = ReadonlyMap<ClipPlace, ClipPlace>;

/** For each clip the one whose length it has: itself, or where its chain of `alias://` ends. */
export function lengthOwners(places: readonly ClipPlace[], byAlias: ByAlias): Owners {
  return ownersOf(places, byAlias, ({ clip }) => clip.length);
}

function ownersOf(
  places: readonly ClipPlace[],
  byAlias: ByAlias,
  timeOf: (place: ClipPlace) => Start | Length,
): Owners {
  const owners = new Map<ClipPlace, ClipPlace>();
  for (const place of places) {
    if (aliasIn(timeOf(place)) === undefined) {
      owners.set(place, place);
      continue;
    }
    const way = new Set<ClipPlace>();
    let at = place;
    while (!way.has(at) && !owners.has(at)) {
      way.add(at);
      at = byAlias.get(aliasIn(timeOf(at)) ?? '') ?? at;
    }
    const owner = owners.get(at) ?? at;
    for (const passed of way) owners.set(passed, owner);
  }
  return owners;
}

/** A problem when no clip says how long the timeline is. For clips whose aliases are known and not circular. */
export function withoutLength(places: readonly ClipPlace[], byAlias: ByAlias): Problem[] {
  const lengths = lengthOwners(places, byAlias);
  const givers = places.filter((place) => lengths.get(place)?.clip.length !== 'end');
  if (givers.length === 0) {
    const phrase =
      'has only clips with the length "end", so nothing says how long the timeline is; give one of them a length in seconds or "auto"';
    return [problemAt(['timeline', 'tracks'], 'no_length', phrase, 'array')];
  }
  const starts = ownersOf(places, byAlias, ({ clip }) => clip.start);
  const isEmpty = (place: ClipPlace) => {
    const start = starts.get(place)?.clip.start;
    return lengths.get(place)?.clip.length === 0 && (start === 0 || start === 'auto');
  };
  if (!givers.every(isEmpty)) return [];
  const first = givers.find(({ clip }) => clip.length === 0) ?? givers[0];
  const phrase = 'must be more than 0 for at least one clip, or the timeline has no length';
  return first === undefined
    ? []
    : [problemAt([...pathOf(first), 'length'], 'no_length', phrase, jsonTypeOf(first.clip.length))];
}
