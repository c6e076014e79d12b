/**
 * Hides fields of an object from logs by making them not enumerable: neither `JSON.stringify` nor
 * `util.inspect` shows such fields. Use this for a field that holds a secret, or an object with a secret
 * inside.
 */
export function hideFields(object: object, ...names: readonly string[]): void {
  for (const name of names) Object.defineProperty(object, name, { enumerable: false });
}
