import { parseAlias } from '../../base/vocabulary/alias-reference.ts';
import { mayHaveSound } from '../../base/vocabulary/may-have-sound.ts';
import { duckAliasesOf, indexByAlias, shownAliasOf, speechAliasOf } from '../clips/aliases.ts';
import { clipPathOf, type ClipLocation } from '../clips/clip-location.ts';
import { findFiniteClips, findLengthOwners, findStartOwners } from '../clips/length-owners.ts';
import { isSometimes } from '../clips/list-tweens.ts';
import { formatValue } from '../problems/messages.ts';
import {
  formatPath,
  MAX_PROBLEMS,
  type Path,
  type Problem,
  createProblem,
  jsonTypeOf,
} from '../problems/problem.ts';
import type { Asset } from '../schema/clip.ts';
import type { Duck } from '../schema/duck.ts';
import type { Soundtrack } from '../schema/timeline.ts';
import { checkCycles } from './check-cycles.ts';
import { checkGroupLengths } from './check-groups.ts';

/**
 * Checks the references between well-formed clips. Reports aliases that are unknown, used twice or circular,
 * and a timeline without a length. Returns at most {@link MAX_PROBLEMS} problems.
 *
 * @param soundtrack the soundtrack, if it is well-formed. It may go down under clips.
 * @param isPossibleAlias returns true if a malformed clip may have this alias. Pass this function if the edit
 *   has malformed clips, which `clips` omits. In that case only aliases are checked.
 */
export function checkReferences(
  clips: readonly ClipLocation[],
  soundtrack?: Soundtrack,
  isPossibleAlias?: (alias: string) => boolean,
): Problem[] {
  const byAlias = indexByAlias(clips);
  const references = [
    ...listDuckReferences(['timeline', 'soundtrack'], soundtrack?.duck),
    ...clips.flatMap(listReferences),
  ];
  const wrong = checkAliasReferences(references, byAlias, isPossibleAlias ?? (() => false));
  const aliases = [...checkDuplicateAliases(clips, byAlias), ...wrong];
  if (aliases.length > 0 || isPossibleAlias || clips.length === 0) return aliases.slice(0, MAX_PROBLEMS);
  const circular = checkCycles(clips);
  if (circular.length > 0) return circular;
  return [...checkTimelineLength(clips, byAlias), ...checkGroupLengths(clips, byAlias)];
}

function checkDuplicateAliases(
  clips: readonly ClipLocation[],
  byAlias: ReadonlyMap<string, ClipLocation>,
): Problem[] {
  return clips.flatMap((location) => {
    const { alias } = location.clip;
    const first = alias === undefined ? undefined : byAlias.get(alias);
    if (first === undefined || first === location) return [];
    const phrase = `is already the alias of ${formatPath(clipPathOf(first))}. Each alias must be unique`;
    return [createProblem([...clipPathOf(location), 'alias'], 'alias_used_twice', phrase)];
  });
}

function checkAliasReferences(
  references: readonly Reference[],
  byAlias: ReadonlyMap<string, ClipLocation>,
  isPossibleAlias: (alias: string) => boolean,
): Problem[] {
  return references.flatMap(({ path, alias, to, from }) => {
    const found = byAlias.get(alias);
    if (found === undefined) {
      if (isPossibleAlias(alias)) return [];
      const unknown = `refers to the alias ${formatValue(alias)}, which no clip has`;
      return [createProblem(path, 'alias_unknown', unknown)];
    }
    const phrase = explainWrongReference(to, found, from);
    return phrase === undefined ? [] : [createProblem(path, 'not_allowed', phrase)];
  });
}

/** Explains why a clip cannot be referred to. Returns undefined if it can. */
function explainWrongReference(
  to: Reference['to'],
  found: ClipLocation,
  from: ClipLocation | undefined,
): string | undefined {
  if (to === 'time') return undefined;
  if (to === 'speech') return explainMissingSpeech(found.clip.asset);
  if (to === 'sound' && found === from)
    return 'refers to its own clip. A sound can go down only under other clips';
  return explainMissing('sound', found.clip.asset);
}

/** Explains why a clip has no speech or other sound. Returns undefined if it may have it. */
function explainMissing(what: 'sound' | 'speech', { type }: Asset): string | undefined {
  if (what === 'sound' ? mayHaveSound(type) : SPEAKING.includes(type)) return undefined;
  return `refers to a clip with a "${type}" asset, which has no ${what}. Refer to a clip with a video, audio or text-to-speech asset`;
}

/** Explains why a clip has no speech for captions. Returns undefined if it may have speech. */
function explainMissingSpeech(asset: Asset): string | undefined {
  const phrase = explainMissing('speech', asset);
  if (phrase !== undefined) return phrase;
  if ('speed' in asset && asset.speed === 0)
    return 'refers to a clip with the speed 0, which has no speech for captions. Set its speed to more than 0';
  if (asset.type === 'video' && isSometimes(asset.speed, (speed) => speed < 0))
    return 'refers to a clip that plays backwards, whose speech has no captions. Set its speed to 0 or more';
  return undefined;
}

/** The types of assets whose speech can be captioned. */
const SPEAKING: readonly Asset['type'][] = ['video', 'audio', 'text-to-speech'];

interface Reference {
  readonly path: Path;
  readonly alias: string;
  /** Refers to the start or the length of another clip, to its speech for captions, or to its sound, to go down or to show it. */
  readonly to: 'time' | 'speech' | 'sound' | 'shown sound';
  /** The clip that refers. Undefined for the soundtrack. */
  readonly from?: ClipLocation;
}

function listReferences(location: ClipLocation): Reference[] {
  const { start, length, asset } = location.clip;
  const path = clipPathOf(location);
  const references: readonly { name: Path; alias: string | undefined; to: Reference['to'] }[] = [
    { name: ['start'], alias: parseAlias(start), to: 'time' },
    { name: ['length'], alias: parseAlias(length), to: 'time' },
    { name: ['asset', 'src'], alias: speechAliasOf(asset), to: 'speech' },
    { name: ['asset', 'source'], alias: shownAliasOf(asset), to: 'shown sound' },
  ];
  return [
    ...references.flatMap(({ name, alias, to }) =>
      alias === undefined ? [] : [{ path: [...path, ...name], alias, to, from: location }],
    ),
    ...listDuckReferences([...path, 'asset'], 'duck' in asset ? asset.duck : undefined, location),
  ];
}

function listDuckReferences(path: Path, duck: Duck | undefined, from?: ClipLocation): Reference[] {
  const isList = Array.isArray(duck?.under);
  return ((duck && duckAliasesOf(duck)) ?? []).map((alias, index) => ({
    path: [...path, 'duck', 'under', ...(isList ? [index] : [])],
    alias,
    to: 'sound',
    ...(from && { from }),
  }));
}

/** Reports a timeline without a length. The aliases of the clips must be known and not circular. */
function checkTimelineLength(
  clips: readonly ClipLocation[],
  byAlias: ReadonlyMap<string, ClipLocation>,
): Problem[] {
  const finiteClips = findFiniteClips(clips, byAlias).get(undefined) ?? [];
  if (finiteClips.length === 0) {
    const phrase =
      'has only clips with the length "end", so the timeline has no length. Give at least one clip a length in seconds or "auto"';
    return [createProblem(['timeline', 'tracks'], 'no_length', phrase, 'array')];
  }
  const lengths = findLengthOwners(clips, byAlias);
  const starts = findStartOwners(clips, byAlias);
  const isEmpty = (location: ClipLocation) => {
    const start = starts.get(location)?.clip.start;
    return lengths.get(location)?.clip.length === 0 && (start === 0 || start === 'auto');
  };
  if (!finiteClips.every(isEmpty)) return [];
  const first = finiteClips.find(({ clip }) => clip.length === 0) ?? finiteClips[0];
  const phrase = 'must be more than 0 for at least one clip, because an empty timeline cannot be rendered';
  return first === undefined
    ? []
    : [createProblem([...clipPathOf(first), 'length'], 'no_length', phrase, jsonTypeOf(first.clip.length))];
}
