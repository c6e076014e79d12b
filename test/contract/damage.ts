import fc from 'fast-check';

type Step = string | number;

/** An edit with something else in one place. */
export interface Damaged {
  readonly edit: unknown;
  readonly place: readonly Step[];
  /** What was done there. */
  readonly how: string;
}

const WRONG: readonly unknown[] = ['nonsense', '', '7', -1, 0, 0.5, 1e7, true, null, [], {}];

/** Changes one place of each edit: another value, one property less, or one more. The same at every run. */
export function damaged(edits: readonly object[], seed: number): Damaged[] {
  const numbers = fc.sample(fc.nat(), { numRuns: 3 * edits.length, seed });
  return edits.map((edit, index) => {
    const [first = 0, second = 0, third = 0] = numbers.slice(3 * index);
    const copy = structuredClone(edit);
    const places = placesIn(copy, []);
    const place = places[first % places.length]!;
    return { edit: copy, place, how: damage(at(copy, place.slice(0, -1)), place.at(-1)!, second, third) };
  });
}

function placesIn(value: object, place: readonly Step[]): (readonly Step[])[] {
  // A list is walked like an object; its steps stay numbers, as problems have them.
  const parts: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return parts.flatMap(([step, part]) => [
    [...place, step],
    ...(typeof part === 'object' && part !== null ? placesIn(part, [...place, step]) : []),
  ]);
}

/** The value at a place, which has to be an object or a list. */
export function at(value: unknown, place: readonly PropertyKey[]): Record<PropertyKey, unknown> {
  return place.reduce<Record<PropertyKey, unknown>>(
    (part, step) => part[step] as Record<PropertyKey, unknown>,
    value as Record<PropertyKey, unknown>,
  );
}

function damage(parent: Record<Step, unknown>, step: Step, way: number, choice: number): string {
  const value = parent[step];
  const kind = way % 4;
  if (kind === 0 && typeof step === 'string') {
    // A property that is missing must be absent, not undefined.
    Reflect.deleteProperty(parent, step);
    return 'taken away';
  }
  if (kind === 1 && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    Object.assign(value, { surprise: 1 });
    return 'with a surprise';
  }
  parent[step] = WRONG[choice % WRONG.length];
  return `now ${JSON.stringify(parent[step])}`;
}
