import { aliasIn, voiceIn } from './alias.ts';
import { circles } from './circles.ts';
import { withoutLength } from './lengths.ts';
import { pathOf, type ClipPlace } from './places.ts';
import { fieldOf, MAX_PROBLEMS, type Path, type Problem, problemAt } from './problem.ts';
import type { Asset } from './schema/asset.ts';
import { shown } from './schema/expecting.ts';

/**
 * What is wrong between clips whose form is right: aliases that are unknown, used twice or circular, and a timeline to which
 * no clip gives a length. At most {@link MAX_PROBLEMS} problems.
 *
 * @param mayBeNamed whether a clip that is not among them may have an alias. Without it they are all clips of an edit; with it,
 *   only the aliases are judged.
 */
export function referenceProblems(
  places: readonly ClipPlace[],
  mayBeNamed?: (alias: string) => boolean,
): Problem[] {
  const byAlias = clipsByAlias(places);
  const wrong = wrongReferences(places, byAlias, mayBeNamed ?? (() => false));
  const aliases = [...usedTwice(places, byAlias), ...wrong];
  if (aliases.length > 0 || mayBeNamed || places.length === 0) return aliases.slice(0, MAX_PROBLEMS);
  const circular = circles(places, byAlias);
  return circular.length > 0 ? circular : withoutLength(places, byAlias);
}

/** The clip of every alias; of an alias that is used twice, the first. */
export function clipsByAlias(places: readonly ClipPlace[]): ReadonlyMap<string, ClipPlace> {
  const found = new Map<string, ClipPlace>();
  for (const place of places) {
    const { alias } = place.clip;
    if (alias !== undefined && !found.has(alias)) found.set(alias, place);
  }
  return found;
}

function usedTwice(places: readonly ClipPlace[], byAlias: ReadonlyMap<string, ClipPlace>): Problem[] {
  return places.flatMap((place) => {
    const { alias } = place.clip;
    const first = alias === undefined ? undefined : byAlias.get(alias);
    if (first === undefined || first === place) return [];
    const phrase = `is the alias of ${fieldOf(pathOf(first))} already; every alias may be used once`;
    return [problemAt([...pathOf(place), 'alias'], 'alias_used_twice', phrase)];
  });
}

function wrongReferences(
  places: readonly ClipPlace[],
  byAlias: ReadonlyMap<string, ClipPlace>,
  mayBeNamed: (alias: string) => boolean,
): Problem[] {
  return places.flatMap((place) =>
    referencesOf(place).flatMap(({ path, alias, toVoice }) => {
      const asset = byAlias.get(alias)?.clip.asset;
      if (asset === undefined) {
        if (mayBeNamed(alias)) return [];
        return [problemAt(path, 'alias_unknown', `refers to the alias ${shown(alias)}, which no clip has`)];
      }
      const phrase = toVoice ? withoutVoice(asset) : undefined;
      if (phrase === undefined) return [];
      return [problemAt(path, 'not_allowed', phrase)];
    }),
  );
}

/** Why no captions can be made of what a clip says; undefined where they can. */
function withoutVoice(asset: Asset): string | undefined {
  if (!WITH_VOICE.includes(asset.type))
    return `refers to a clip of the type "${asset.type}"; there is a voice only in video and audio`;
  if ('speed' in asset && asset.speed === 0)
    return 'refers to a clip with the speed 0; what stands still says nothing that captions could be made of';
  return undefined;
}

/** The types of assets whose words captions can be made of. */
const WITH_VOICE: readonly Asset['type'][] = ['video', 'audio', 'text-to-speech'];

interface Reference {
  readonly path: Path;
  readonly alias: string;
  /** Whether it is the voice of the other clip that is wanted. */
  readonly toVoice: boolean;
}

function referencesOf(place: ClipPlace): Reference[] {
  const { start, length, asset } = place.clip;
  return [
    { path: ['start'], alias: aliasIn(start), toVoice: false },
    { path: ['length'], alias: aliasIn(length), toVoice: false },
    { path: ['asset', 'src'], alias: voiceIn(asset), toVoice: true },
  ].flatMap(({ path, alias, toVoice }) =>
    alias === undefined ? [] : [{ path: [...pathOf(place), ...path], alias, toVoice }],
  );
}
