import { type Seal, SEAL_KEY_BYTES, sealWith } from '../hosting/seal.ts';
import { type Home, homeSecret } from './home.ts';
import type { Settings } from './settings.ts';

/** What encrypts the credentials for destinations: the key of the settings, else one of the home folder. */
export async function openSeal(
  { credentialsKey }: Pick<Settings, 'credentialsKey'>,
  home: Home,
): Promise<Seal> {
  return sealWith(credentialsKey ?? (await homeSecret(home, SEAL_KEY_BYTES)));
}
