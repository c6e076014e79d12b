import { indexByAlias, parseAlias, speechAliasOf } from '../clips/aliases.ts';
import { checkCycles } from './check-cycles.ts';
import { checkTimelineLength } from './check-timeline-length.ts';
import { clipPathOf, type ClipLocation } from '../clips/clip-location.ts';
import { formatPath, MAX_PROBLEMS, type Path, type Problem, createProblem } from '../problems/problem.ts';
import type { Asset } from '../schema/asset.ts';
import { formatValue } from '../problems/messages.ts';

/**
 * What is wrong between clips whose form is right: aliases that are unknown, used twice or circular, and a timeline to which
 * no clip gives a length. At most {@link MAX_PROBLEMS} problems.
 *
 * @param isPossibleAlias whether a clip that is not among them may have an alias. Without it they are all clips of an edit; with it,
 *   only the aliases are judged.
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
    const phrase = `is the alias of ${formatPath(clipPathOf(first))} already; every alias may be used once`;
    return [createProblem([...clipPathOf(location), 'alias'], 'alias_used_twice', phrase)];
  });
}

function checkAliasReferences(
  clips: readonly ClipLocation[],
  byAlias: ReadonlyMap<string, ClipLocation>,
  isPossibleAlias: (alias: string) => boolean,
): Problem[] {
  return clips.flatMap((location) =>
    listReferences(location).flatMap(({ path, alias, isSpeech: toVoice }) => {
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
      const phrase = toVoice ? explainMissingSpeech(asset) : undefined;
      if (phrase === undefined) return [];
      return [createProblem(path, 'not_allowed', phrase)];
    }),
  );
}

/** Why no captions can be made of what a clip says; undefined where they can. */
function explainMissingSpeech(asset: Asset): string | undefined {
  if (!TYPES_WITH_SPEECH.includes(asset.type))
    return `refers to a clip of the type "${asset.type}"; there is a voice only in video and audio`;
  if ('speed' in asset && asset.speed === 0)
    return 'refers to a clip with the speed 0; what stands still says nothing that captions could be made of';
  return undefined;
}

/** The types of assets whose words captions can be made of. */
const TYPES_WITH_SPEECH: readonly Asset['type'][] = ['video', 'audio', 'text-to-speech'];

interface Reference {
  readonly path: Path;
  readonly alias: string;
  /** True if the reference is to the speech of the other clip. */
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
