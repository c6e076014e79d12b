import { randomInt } from 'node:crypto';

/** A text of `length` letters, each drawn independently from `alphabet` by the system's secure source. */
export function randomText(alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
