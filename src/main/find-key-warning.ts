import type { Settings } from './settings.ts';

/** Minimum length of a key that cannot be guessed: 128 random bits have 22 characters in base64. */
const MIN_KEY_LENGTH = 22;

/**
 * Returns a sentence if a key of `KINORA_KEYS` is short enough to be guessed. It is no error, because such keys worked
 * before, and clients use them.
 */
export function findKeyWarning({ keys }: Pick<Settings, 'keys'>): string | undefined {
  const shortest = Math.min(...Object.values(keys ?? {}).map((key) => key.length));
  if (shortest >= MIN_KEY_LENGTH) return undefined;
  return `A key in KINORA_KEYS has ${shortest} characters. An attacker who guesses it can use the account: set random keys of at least ${MIN_KEY_LENGTH} characters, such as those of "openssl rand -hex 20".`;
}
