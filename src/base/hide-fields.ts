/**
 * Hides fields of an object from logs: neither `JSON.stringify` nor `util.inspect` shows fields that are not
 * enumerable. For fields that hold secrets, directly or deeper inside.
 */
export function hideFields(object: object, ...names: readonly string[]): void {
  for (const name of names) Object.defineProperty(object, name, { enumerable: false });
}
