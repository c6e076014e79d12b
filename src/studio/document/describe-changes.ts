import type { Change, JsonPath } from './edit-text.ts';

/** Returns the changes that make one value of another. Objects keep the fields that are the same, and their form. */
export function describeChanges(path: JsonPath, before: unknown, after: unknown): Change[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isPlainObject(before) || !isPlainObject(after)) return [{ path, value: after }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => describeChanges([...path, name], before[name], after[name]));
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
