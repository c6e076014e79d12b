import { randomBytes } from 'node:crypto';
import {
  countUnreadableCredentials,
  OTHER_CREDENTIALS_KEY,
} from '../administration/credentials/check-credentials-key.ts';
import { KinoraError } from '../base/errors.ts';
import { SECRET_BOX_KEY_BYTES } from '../base/secret-box-key-bytes.ts';
import { CREDENTIALS_KEY, FILES_SECRET, KEY_FILE } from '../home/home-secrets.ts';
import { locateHome } from '../home/home.ts';
import type { HomeSettings } from '../home/settings.ts';
import { createSecretBox } from '../hosting/secret-box.ts';
import type { HostingSettings } from '../hosting/settings.ts';
import { readPostgresTables } from '../store/connection/inspect-postgres.ts';
import type { KeyPair } from '../store/accounts/keys.ts';
import type { Found } from './check.ts';

/** Fewer characters can be guessed: 128 random bits have 22 characters in base64. */
const MIN_SECRET_LENGTH = 22;

/** The settings that the secrets in a home stand in for. */
export type SecretSettings = HomeSettings &
  Pick<HostingSettings, 'credentialsKey' | 'files'> & {
    /** The keys of the first account. */
    readonly keys: KeyPair | undefined;
  };

/** Checks the keys and secrets in the home as a start reads them. Creates none. */
export async function checkSecrets({ home, keys, credentialsKey, files }: SecretSettings): Promise<Found> {
  const located = locateHome(home);
  const found = [
    keys === undefined && (await KEY_FILE.find(located)),
    credentialsKey === undefined && (await CREDENTIALS_KEY.find(located)),
  ];
  const secret = files.secret === undefined ? await FILES_SECRET.find(located) : undefined;
  if (secret !== undefined && secret.trim().length < MIN_SECRET_LENGTH)
    return {
      state: 'error',
      found: `${FILES_SECRET.locate(located)} is damaged: it has ${secret.trim().length} characters, which can be guessed.`,
      advice:
        'Restore it from a backup, or remove it. Signed addresses that were handed out then stop working.',
    };
  const isAny = found.some(Boolean) || secret !== undefined;
  return {
    state: 'ok',
    found: isAny ? 'The keys and secrets in the home can be read.' : 'The home has no secrets yet.',
  };
}

/**
 * Checks that the key of this machine decrypts the credentials in a PostgreSQL database. Says nothing if the database
 * or the key cannot be used, which other checks report.
 */
export async function checkCredentials(
  { home, credentialsKey }: Pick<SecretSettings, 'home' | 'credentialsKey'>,
  databaseUrl: string,
): Promise<readonly Found[]> {
  try {
    const key = credentialsKey ?? (await CREDENTIALS_KEY.find(locateHome(home)));
    // Without a key, a start makes one, which decrypts nothing.
    const box = createSecretBox(key ?? randomBytes(SECRET_BOX_KEY_BYTES));
    const count = await readPostgresTables(databaseUrl, (tables) => countUnreadableCredentials(tables, box));
    const { destinations, providers } = count ?? { destinations: 0, providers: 0 };
    if (destinations + providers === 0) return [];
    return [
      {
        state: 'warning',
        found: `The key of this machine cannot decrypt the credentials of ${destinations} destinations and ${providers} providers in the database.`,
        advice: OTHER_CREDENTIALS_KEY,
      },
    ];
  } catch (error) {
    if (error instanceof KinoraError) return [];
    throw error;
  }
}
