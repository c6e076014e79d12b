import type { ClipLocation } from '../clips/clip-location.ts';
import type { Problem } from '../problems/problem.ts';
import type { Clip } from '../schema/clip.ts';
import type { Edit } from '../schema/edit.ts';

/** What of an edit has the right form, so that the rules between its fields can be checked there. */
export interface WellFormedParts {
  /** The edit without its tracks. */
  readonly edit: PartialEdit;
  /** The clips, but for those in which more than an unknown property is wrong. */
  readonly clips: readonly ClipLocation[];
  /** The output, when nothing at all is wrong in it. */
  readonly output: Edit['output'] | undefined;
  /**
   * Whether a clip whose form is wrong may have an alias, perhaps under a misspelt name. Undefined when the form of all clips is
   * right: only then can be told what depends on all of them.
   */
  readonly isPossibleAlias: ((alias: string) => boolean) | undefined;
}

/** An edit of which any field may be missing, without its tracks. */
export interface PartialEdit extends Partial<Omit<Edit, 'timeline' | 'output'>> {
  readonly timeline: Partial<Omit<Edit['timeline'], 'tracks'>>;
  readonly output: Partial<Edit['output']>;
}

/**
 * The parts of an edit whose form is right.
 *
 * @param edit any JSON.
 * @param form everything that is wrong with its form.
 */
export function extractWellFormedParts(edit: unknown, form: readonly Problem[]): WellFormedParts {
  const flawed = pointersOf(form);
  const wrong = pointersOf(form.filter(({ code }) => code !== 'unknown_property'));
  const keepWellFormed = (value: unknown, pointer: string): object =>
    Object.fromEntries(Object.entries(asRecord(value)).filter(([name]) => !wrong.has(`${pointer}/${name}`)));
  const { timeline, output } = asRecord(edit);
  // The form of what is left has been checked, and no schema of an edit changes a value.
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

/** JSON pointers. */
type Pointers = ReadonlySet<string>;

function extractWellFormedClips(timeline: unknown, flawed: Pointers, wrong: Pointers) {
  const clips: ClipLocation[] = [];
  const possibleAliases = new Set<string>();
  let hasUnreadableClips = false;
  for (const [track, value] of asList(asRecord(timeline)['tracks']).entries()) {
    const { clips: items } = asRecord(value);
    hasUnreadableClips ||= !Array.isArray(items);
    for (const [index, clip] of asList(items).entries()) {
      const pointer = `/timeline/tracks/${track}/clips/${index}`;
      // As above: its form has been checked.
      if (!wrong.has(pointer)) clips.push({ clip: clip as Clip, track, index });
      if (!flawed.has(pointer)) continue;
      hasUnreadableClips ||= typeof clip === 'string';
      for (const field of Object.values(asRecord(clip)))
        if (typeof field === 'string' || typeof field === 'number') possibleAliases.add(String(field));
    }
  }
  return { clips, isPossibleAlias: (alias: string) => hasUnreadableClips || possibleAliases.has(alias) };
}

/** The pointers of problems, and of everything that contains them. */
function pointersOf(problems: readonly Problem[]): Pointers {
  const pointers = problems.map(({ pointer }) => pointer.split('/'));
  return new Set(pointers.flatMap((steps) => steps.map((_, depth) => steps.slice(0, depth + 1).join('/'))));
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  // An object that is no list; what it has is not known.
  return isRecord ? (value as Record<string, unknown>) : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
