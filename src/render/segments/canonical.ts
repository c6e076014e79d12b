import { randomUUID } from 'node:crypto';
import Fraction from 'fraction.js';

/** The fields of a timeline that hold the path of a file. */
const PATH_FIELDS: ReadonlySet<string> = new Set(['path', 'file', 'raster']);

/**
 * Writes a value as text, so that two values have the same text exactly if they are equal. The order of the
 * properties does not count, and absent properties are equal to undefined ones. An object whose properties do not
 * describe it completely, such as a map, has another text each time.
 *
 * @param value JSON, fractions, and numbers that are not finite.
 * @param contents the hash of each file by its path. It stands for the path.
 */
export function writeCanonically(value: unknown, contents: ReadonlyMap<string, string>): string {
  if (value instanceof Fraction) return `f${value.toFraction()}`;
  if (Array.isArray(value)) return `[${value.map((one) => writeCanonically(one, contents)).join()}]`;
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (!isPlain(value)) return randomUUID();
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${writeField(name, field, contents)}`).join()}}`;
}

/** Writes a hash without quotes, so that no text of an edit is the same. */
function writeField(name: string, value: unknown, contents: ReadonlyMap<string, string>): string {
  const content = PATH_FIELDS.has(name) && typeof value === 'string' ? contents.get(value) : undefined;
  return content === undefined ? writeCanonically(value, contents) : `c(${content})`;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
