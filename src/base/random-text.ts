import { randomInt } from 'node:crypto';

/** Returns a cryptographically random text of `length` characters from `alphabet`. */
export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
