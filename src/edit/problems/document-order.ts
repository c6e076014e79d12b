import type { Path, Problem } from './problem.ts';

/**
 * Sorts problems by the position of their fields in the document. Missing fields come after their siblings.
 */
export function sortByDocument(problems: readonly Problem[], document: unknown): Problem[] {
  const namesOf = cachePropertyNames();
  return problems
    .map((problem) => ({ problem, position: documentPositionOf(problem.path, document, namesOf) }))
    .sort((a, b) => comparePositions(a.position, b.position))
    .map(({ problem }) => problem);
}

type PropertyNamesOf = (value: object) => readonly string[];

/**
 * Returns a function that lists the property names of an object. The function caches the names, because an
 * object may have many problems.
 */
function cachePropertyNames(): PropertyNamesOf {
  const known = new Map<object, readonly string[]>();
  return (value) => {
    const names = known.get(value) ?? Object.keys(value);
    known.set(value, names);
    return names;
  };
}

function documentPositionOf(path: Path, document: unknown, namesOf: PropertyNamesOf): number[] {
  const position: number[] = [];
  let value = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) break;
    const key = String(step);
    const index = Array.isArray(value) ? Number(step) : namesOf(value).indexOf(key);
    position.push(index < 0 ? Number.MAX_SAFE_INTEGER : index);
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return position;
}

function comparePositions(a: readonly number[], b: readonly number[]): number {
  for (const [index, step] of a.entries()) {
    const difference = step - (b[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}
