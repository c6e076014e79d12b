import { closest, distance } from 'fastest-levenshtein';

/**
 * Maximum length in characters of a name to compare with the allowed names. A longer name is unlikely to be a typo.
 */
export const MAX_TYPO_LENGTH = 40;

/** Returns the allowed name that a client probably meant by a wrong one. Undefined if no name is similar. */
export function findNearest(given: unknown, names: readonly string[]): string | undefined {
  // A name of digits was written without its quotes.
  if (typeof given === 'number') return names.find((name) => name === String(given));
  if (typeof given !== 'string' || given.length > MAX_TYPO_LENGTH || names.length === 0) return undefined;
  const word = given.toLowerCase();
  const swapped = names.find((name) => isSwap(word, name.toLowerCase()));
  if (swapped !== undefined) return swapped;
  const match = closest(
    word,
    names.map((name) => name.toLowerCase()),
  );
  const isClose = distance(word, match) <= Math.max(1, Math.floor(match.length * 0.4));
  return isClose ? names.find((name) => name.toLowerCase() === match) : undefined;
}

/** True if two words differ only by two swapped letters, the most common typo. */
function isSwap(a: string, b: string): boolean {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return a !== b && b === `${a.slice(0, at)}${a[at + 1] ?? ''}${a[at] ?? ''}${a.slice(at + 2)}`;
}
