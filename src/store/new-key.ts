import { randomText } from '../base/random-text.ts';

const KEY_LENGTH = 40;
const KEY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A new key, which nobody can guess. */
export function newKey(): string {
  return randomText(KEY_LETTERS, KEY_LENGTH);
}
