import type { Path } from '../problems/problem.ts';

/**
 * Maps the items of a list or the properties of an object. A property that becomes undefined is removed. Returns the
 * same value if nothing changes.
 */
export function mapParts(value: unknown, map: (part: unknown, step: string | number) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const mapped = list.map((part, index) => map(part, index));
    return mapped.every((part, index) => part === list[index]) ? value : mapped;
  }
  const entries = Object.entries(value).map(([name, part]) => [name, part, map(part, name)] as const);
  if (entries.every(([, before, after]) => before === after)) return value;
  const kept = entries.filter(([, before, after]) => after !== undefined || before === undefined);
  return Object.fromEntries(kept.map(([name, , after]) => [name, after]));
}

/**
 * Maps the texts, the numbers and all else that is no list and no object, at any depth. Returns the same value if
 * nothing changes.
 *
 * @param map gets the path from the value. It changes afterwards, so copy it to keep it.
 */
export function mapLeaves(value: unknown, map: (leaf: unknown, path: Path) => unknown): unknown {
  const path: (string | number)[] = [];
  const visit = (part: unknown): unknown => {
    if (typeof part !== 'object' || part === null) return map(part, path);
    return mapParts(part, (inner, step) => {
      path.push(step);
      const mapped = visit(inner);
      path.pop();
      return mapped;
    });
  };
  return visit(value);
}
