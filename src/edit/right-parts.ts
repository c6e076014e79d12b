import type { ClipPlace } from './places.ts';
import type { Problem } from './problem.ts';
import type { Clip } from './schema/clip.ts';
import type { Edit } from './schema/edit.ts';

/** What of an edit has the right form, so that the rules between its fields can be checked there. */
export interface RightParts {
  /** The edit without its tracks. */
  readonly edit: EditParts;
  /** The clips, but for those in which more than an unknown property is wrong. */
  readonly places: readonly ClipPlace[];
  /** The output, when nothing at all is wrong in it. */
  readonly output: Edit['output'] | undefined;
  /**
   * Whether a clip whose form is wrong may have an alias, perhaps under a misspelt name. Undefined when the form of all clips is
   * right: only then can be told what depends on all of them.
   */
  readonly mayBeNamed: ((alias: string) => boolean) | undefined;
}

/** An edit of which any field may be missing, without its tracks. */
export interface EditParts extends Partial<Omit<Edit, 'timeline' | 'output'>> {
  readonly timeline: Partial<Omit<Edit['timeline'], 'tracks'>>;
  readonly output: Partial<Edit['output']>;
}

/**
 * The parts of an edit whose form is right.
 *
 * @param edit any JSON.
 * @param form everything that is wrong with its form.
 */
export function rightParts(edit: unknown, form: readonly Problem[]): RightParts {
  const flawed = placesOf(form);
  const wrong = placesOf(form.filter(({ code }) => code !== 'unknown_property'));
  const right = (value: unknown, pointer: string): object =>
    Object.fromEntries(Object.entries(recordOf(value)).filter(([name]) => !wrong.has(`${pointer}/${name}`)));
  const { timeline, output } = recordOf(edit);
  // The form of what is left has been checked, and no schema of an edit changes a value.
  const parts = {
    ...right(edit, ''),
    timeline: right(timeline, '/timeline'),
    output: right(output, '/output'),
  } as EditParts;
  const { places, mayBeNamed } = rightClips(timeline, flawed, wrong);
  return {
    edit: parts,
    places,
    output: flawed.has('/output') || flawed.has('') ? undefined : (output as Edit['output']),
    mayBeNamed: flawed.has('/timeline/tracks') ? mayBeNamed : undefined,
  };
}

/** JSON pointers. */
type Pointers = ReadonlySet<string>;

function rightClips(timeline: unknown, flawed: Pointers, wrong: Pointers) {
  const places: ClipPlace[] = [];
  const names = new Set<string>();
  let someAreHidden = false;
  for (const [track, value] of listOf(recordOf(timeline)['tracks']).entries()) {
    const { clips } = recordOf(value);
    someAreHidden ||= !Array.isArray(clips);
    for (const [index, clip] of listOf(clips).entries()) {
      const pointer = `/timeline/tracks/${track}/clips/${index}`;
      // As above: its form has been checked.
      if (!wrong.has(pointer)) places.push({ clip: clip as Clip, track, index });
      if (!flawed.has(pointer)) continue;
      someAreHidden ||= typeof clip === 'string';
      for (const field of Object.values(recordOf(clip)))
        if (typeof field === 'string' || typeof field === 'number') names.add(String(field));
    }
  }
  return { places, mayBeNamed: (alias: string) => someAreHidden || names.has(alias) };
}

/** The places of problems, and all that they lie in. */
function placesOf(problems: readonly Problem[]): Pointers {
  const steps = problems.map(({ pointer }) => pointer.split('/'));
  return new Set(steps.flatMap((way) => way.map((_, depth) => way.slice(0, depth + 1).join('/'))));
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  // An object that is no list; what it has is not known.
  return isRecord ? (value as Record<string, unknown>) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
