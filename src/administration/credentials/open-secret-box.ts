import { CREDENTIALS_KEY } from '../../home/home-secrets.ts';
import type { Home } from '../../home/home.ts';
import { createSecretBox, type SecretBox } from '../../hosting/secret-box.ts';
import type { HostingSettings } from '../../hosting/settings.ts';

/**
 * Opens the secret box for the credentials of destinations. The key of the box comes from the settings or, if
 * the settings have none, from the home folder.
 */
export async function openSecretBox(
  { credentialsKey }: Pick<HostingSettings, 'credentialsKey'>,
  home: Home,
): Promise<SecretBox> {
  return createSecretBox(credentialsKey ?? (await CREDENTIALS_KEY.load(home)));
}
