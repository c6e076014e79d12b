import {
  findCredentialsKey,
  findFilesSecret,
  findStoredKeys,
  locateFilesSecret,
} from '../home/home-secrets.ts';
import { locateHome } from '../home/home.ts';
import type { HomeSettings } from '../home/settings.ts';
import { SECRET_BOX_KEY_BYTES } from '../hosting/secret-box.ts';
import type { HostingSettings } from '../hosting/settings.ts';
import type { KeyPair } from '../store/keys.ts';
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
    keys === undefined && (await findStoredKeys(located)),
    credentialsKey === undefined && (await findCredentialsKey(located, SECRET_BOX_KEY_BYTES)),
  ];
  const secret = files.secret === undefined ? await findFilesSecret(located) : undefined;
  if (secret !== undefined && secret.trim().length < MIN_SECRET_LENGTH)
    return {
      state: 'error',
      found: `${locateFilesSecret(located)} is damaged: it has ${secret.trim().length} characters, which can be guessed.`,
      advice: 'Restore it from a backup, or remove it. Signed addresses in use then end.',
    };
  const isAny = found.some(Boolean) || secret !== undefined;
  return {
    state: 'ok',
    found: isAny ? 'The keys and secrets in the home can be read.' : 'The home has no secrets yet.',
  };
}
