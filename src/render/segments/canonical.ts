import Fraction from 'fraction.js';

/**
 * Writes a value as text, so that two values have the same text exactly if they are equal. The order of the
 * properties does not count, and absent properties are equal to undefined ones.
 *
 * @param value JSON, fractions, and numbers that are not finite.
 * @param contents the text that stands for a string, such as the hash of a file for its path.
 */
export function writeCanonically(value: unknown, contents: ReadonlyMap<string, string>): string {
  if (value instanceof Fraction) return `f${value.toFraction()}`;
  if (Array.isArray(value)) return `[${value.map((one) => writeCanonically(one, contents)).join()}]`;
  if (typeof value === 'string') return JSON.stringify(contents.get(value) ?? value);
  if (typeof value !== 'object' || value === null) return String(value);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${writeCanonically(field, contents)}`).join()}}`;
}
