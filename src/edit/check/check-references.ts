import { indexByAlias, parseAlias, speechAliasOf } from '../clips/aliases.ts';
import { checkCycles } from './check-cycles.ts';
import { checkTimelineLength } from './check-timeline-length.ts';
import { clipPathOf, type ClipLocation } from '../clips/clip-location.ts';
import { formatPath, MAX_PROBLEMS, type Path, type Problem, createProblem } from '../problems/problem.ts';
import type { Asset } from '../schema/asset.ts';
import { formatValue } from '../problems/messages.ts';

/**
 * Checks the references between well-formed clips. Reports aliases that are unknown, used twice or circular,
 * and a timeline without a length. Returns at most {@link MAX_PROBLEMS} problems.
 *
 * @param isPossibleAlias returns true if a malformed clip may have this alias. Pass this function if the edit
 *   has malformed clips, which `clips` omits. In that case only aliases are checked.
 */
export function checkReferences(
  clips: readonly ClipLocation[],
  isPossibleAlias?: (alias: string) => boolean,
): Problem[] {
  const byAlias = indexByAlias(clips);
  const wrong = checkAliasReferences(clips, byAlias, isPossibleAlias ?? (() => false));
  const aliases = [...checkDuplicateAliases(clips, byAlias), ...wrong];
  if (aliases.length > 0 || isPossibleAlias || clips.length === 0) return aliases.slice(0, MAX_PROBLEMS);
  const circular = checkCycles(clips, byAlias);
  return circular.length > 0 ? circular : checkTimelineLength(clips, byAlias);
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
  clips: readonly ClipLocation[],
  byAlias: ReadonlyMap<string, ClipLocation>,
  isPossibleAlias: (alias: string) => boolean,
): Problem[] {
  return clips.flatMap((location) =>
    listReferences(location).flatMap(({ path, alias, isSpeech }) => {
      const asset = byAlias.get(alias)?.clip.asset;
      if (asset === undefined) {
        if (isPossibleAlias(alias)) return [];
        return [
          createProblem(
            path,
            'alias_unknown',
            `refers to the alias ${formatValue(alias)}, which no clip has`,
          ),
        ];
      }
      const phrase = isSpeech ? explainMissingSpeech(asset) : undefined;
      if (phrase === undefined) return [];
      return [createProblem(path, 'not_allowed', phrase)];
    }),
  );
}

/** Explains why a clip has no speech for captions. Returns undefined if it may have speech. */
function explainMissingSpeech(asset: Asset): string | undefined {
  if (!TYPES_WITH_SPEECH.includes(asset.type))
    return `refers to a clip with a "${asset.type}" asset, which has no speech. Refer to a clip with a video, audio or text-to-speech asset`;
  if ('speed' in asset && asset.speed === 0)
    return 'refers to a clip with the speed 0, which has no speech for captions. Set its speed to more than 0';
  return undefined;
}

/** The types of assets whose speech can be captioned. */
const TYPES_WITH_SPEECH: readonly Asset['type'][] = ['video', 'audio', 'text-to-speech'];

interface Reference {
  readonly path: Path;
  readonly alias: string;
  /** True for a reference to the speech of another clip. False for a reference to a start or a length. */
  readonly isSpeech: boolean;
}

function listReferences(location: ClipLocation): Reference[] {
  const { start, length, asset } = location.clip;
  return [
    { path: ['start'], alias: parseAlias(start), isSpeech: false },
    { path: ['length'], alias: parseAlias(length), isSpeech: false },
    { path: ['asset', 'src'], alias: speechAliasOf(asset), isSpeech: true },
  ].flatMap(({ path, alias, isSpeech }) =>
    alias === undefined ? [] : [{ path: [...clipPathOf(location), ...path], alias, isSpeech }],
  );
}
