import fc from 'fast-check';

type Step = string | number;

/** An edit that was changed in one place. */
export interface DamagedEdit {
  readonly edit: unknown;
  readonly path: readonly Step[];
  /** Description of the change. */
  readonly change: string;
}

const WRONG_VALUES: readonly unknown[] = ['nonsense', '', '7', -1, 0, 0.5, 1e7, true, null, [], {}];

/**
 * Changes one place in a copy of each edit: replaces a value, removes a property or adds one. The same seed
 * gives the same changes.
 */
export function damageEdits(edits: readonly object[], seed: number): DamagedEdit[] {
  const numbers = fc.sample(fc.nat(), { numRuns: 3 * edits.length, seed });
  return edits.map((edit, index) => {
    const [first = 0, second = 0, third = 0] = numbers.slice(3 * index);
    const copy = structuredClone(edit);
    const paths = listPaths(copy, []);
    const path = paths[first % paths.length]!;
    return {
      edit: copy,
      path,
      change: damageValue(containerAt(copy, path.slice(0, -1)), path.at(-1)!, second, third),
    };
  });
}

function listPaths(value: object, path: readonly Step[]): (readonly Step[])[] {
  // Lists are traversed like objects, but their steps stay numbers, as in problems.
  const parts: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return parts.flatMap(([step, part]) => [
    [...path, step],
    ...(typeof part === 'object' && part !== null ? listPaths(part, [...path, step]) : []),
  ]);
}

/** Returns the object or the list at a path. */
export function containerAt(value: unknown, path: readonly PropertyKey[]): Record<PropertyKey, unknown> {
  return path.reduce<Record<PropertyKey, unknown>>(
    (part, step) => part[step] as Record<PropertyKey, unknown>,
    value as Record<PropertyKey, unknown>,
  );
}

function damageValue(parent: Record<Step, unknown>, step: Step, operation: number, choice: number): string {
  const value = parent[step];
  const kind = operation % 4;
  if (kind === 0 && typeof step === 'string') {
    // A missing property must be absent, not undefined.
    Reflect.deleteProperty(parent, step);
    return 'removed';
  }
  if (kind === 1 && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    Object.assign(value, { surprise: 1 });
    return 'with an unknown property';
  }
  parent[step] = WRONG_VALUES[choice % WRONG_VALUES.length];
  return `replaced by ${JSON.stringify(parent[step])}`;
}
