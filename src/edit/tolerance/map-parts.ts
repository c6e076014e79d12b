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
