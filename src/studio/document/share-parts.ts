import { isObject } from '../../base/is-object.ts';

/**
 * Returns a value that equals the next one and has all parts of the one before that are equal. Whoever compares parts
 * by identity then sees what has changed. Both are plain JSON.
 */
export function shareParts<Value>(before: unknown, next: Value): Value {
  if (Object.is(before, next)) return next;
  // The cast is safe: what is returned equals the next value.
  if (Array.isArray(before) && Array.isArray(next)) return shareItems(before, next) as Value;
  if (isObject(before) && isObject(next)) return shareFields(before, next) as Value;
  return next;
}

function shareItems(before: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const shared = next.map((item, index) => shareParts(before[index], item));
  const isSame = before.length === next.length && shared.every((item, index) => item === before[index]);
  return isSame ? before : shared;
}

type Fields = Readonly<Record<string, unknown>>;

function shareFields(before: Fields, next: Fields): Fields {
  const names = Object.keys(next);
  const namesBefore = Object.keys(before);
  let isSame = names.length === namesBefore.length;
  const shared = names.map((name, index) => {
    const value = Object.hasOwn(before, name) ? shareParts(before[name], next[name]) : next[name];
    // The order of the fields counts, too: an edit is sent as it is written.
    isSame &&= name === namesBefore[index] && value === before[name];
    return [name, value] as const;
  });
  return isSame ? before : Object.fromEntries(shared);
}
