import type { ClipLocation } from '../clips/clip-location.ts';
import { asList, asRecord } from '../problems/json-parts.ts';
import type { Problem } from '../problems/problem.ts';
import type { Clip } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';

/** The well-formed parts of an edit. The rules between fields can be checked on these parts. */
export interface WellFormedParts {
  /** The edit without its tracks. */
  readonly edit: PartialEdit;
  /** The clips that are well-formed, apart from unknown properties. */
  readonly clips: readonly ClipLocation[];
  /** The output, if it has no problems. */
  readonly output: Edit['output'] | undefined;
  /**
   * True if a malformed clip may have this alias, perhaps in a misspelt field. Undefined if all clips are
   * well-formed. Only then can the rules about all clips be checked.
   */
  readonly isPossibleAlias: ((alias: string) => boolean) | undefined;
}

/** An edit without its tracks. Any field may be missing. */
export interface PartialEdit extends Partial<Omit<Edit, 'timeline' | 'output'>> {
  readonly timeline: Partial<Omit<Edit['timeline'], 'tracks'>>;
  readonly output: Partial<Edit['output']>;
}

/**
 * Extracts the well-formed parts of an edit.
 *
 * @param edit any JSON value.
 * @param form all problems that the schema reports for the edit.
 */
export function extractWellFormedParts(edit: unknown, form: readonly Problem[]): WellFormedParts {
  const flawed = pointersOf(form);
  const wrong = pointersOf(form.filter(({ code }) => code !== 'unknown_property'));
  const keepWellFormed = (value: unknown, pointer: string): object =>
    Object.fromEntries(Object.entries(asRecord(value)).filter(([name]) => !wrong.has(`${pointer}/${name}`)));
  const { timeline, output } = asRecord(edit);
  // The cast is safe: the schema has accepted the remaining fields, and the schema never changes a value.
  const parts = {
    ...keepWellFormed(edit, ''),
    timeline: keepWellFormed(timeline, '/timeline'),
    output: keepWellFormed(output, '/output'),
  } as PartialEdit;
  const { clips, isPossibleAlias } = extractWellFormedClips(timeline, flawed, wrong);
  return {
    edit: parts,
    clips,
    output: flawed.has('/output') || flawed.has('') ? undefined : (output as Edit['output']),
    isPossibleAlias: flawed.has('/timeline/tracks') ? isPossibleAlias : undefined,
  };
}

/** A set of JSON pointers. */
type Pointers = ReadonlySet<string>;

function extractWellFormedClips(timeline: unknown, flawed: Pointers, wrong: Pointers) {
  const clips: ClipLocation[] = [];
  const possibleAliases = new Set<string>();
  let hasUnreadableClips = false;
  const extractFrom = (tracks: unknown, path: string, group: ClipLocation | undefined): void => {
    for (const [track, value] of asList(tracks).entries()) {
      const { clips: items } = asRecord(value);
      hasUnreadableClips ||= !Array.isArray(items);
      for (const [index, item] of asList(items).entries()) {
        const pointer = `${path}/tracks/${track}/clips/${index}`;
        // The cast is safe, because the schema has accepted the clip. A malformed group is only the parent of its clips.
        const location = { clip: item as Clip, track, index, ...(group && { group }) };
        if (!wrong.has(pointer)) clips.push(location);
        const asset = asRecord(asRecord(item)['asset']);
        if (asset['type'] === 'group') extractFrom(asset['tracks'], `${pointer}/asset`, location);
        if (!flawed.has(pointer)) continue;
        hasUnreadableClips ||= typeof item === 'string';
        for (const field of Object.values(asRecord(item)))
          if (typeof field === 'string' || typeof field === 'number') possibleAliases.add(String(field));
      }
    }
  };
  extractFrom(asRecord(timeline)['tracks'], '/timeline', undefined);
  return { clips, isPossibleAlias: (alias: string) => hasUnreadableClips || possibleAliases.has(alias) };
}

/** Returns the pointers of problems and of all values that contain them. */
function pointersOf(problems: readonly Problem[]): Pointers {
  const pointers = problems.map(({ pointer }) => pointer.split('/'));
  return new Set(pointers.flatMap((steps) => steps.map((_, depth) => steps.slice(0, depth + 1).join('/'))));
}
