import { KEY_FILE } from '../home/home-secrets.ts';
import type { Home } from '../home/home.ts';
import { ensureFirstAccount } from '../store/accounts/accounts.ts';
import { setWebhookSecrets } from '../store/callbacks.ts';
import type { Database } from '../store/database.ts';
import { type KeyPair, setFirstKeys } from '../store/accounts/keys.ts';
import type { FirstAccountSettings } from './settings.ts';

/**
 * Activates the keys of the first account. The keys come from the settings or, if the settings have none,
 * from the home folder.
 */
export async function activateFirstKeys(
  { tables, engine }: Database,
  settings: Pick<FirstAccountSettings, 'keys'>,
  home: Home,
): Promise<KeyPair> {
  const keys = settings.keys ?? (await KEY_FILE.load(home));
  // Several servers may share a PostgreSQL database, and no server knows the keys that another server has
  // generated. Therefore generated keys do not revoke earlier keys in such a database.
  const replace = settings.keys !== undefined || engine.kind === 'embedded';
  await setFirstKeys(tables, await ensureFirstAccount(tables), keys, replace);
  return keys;
}

/** Stores the webhook secret of the settings, if there is one, for the first account. */
export async function storeWebhookSecret(
  { tables }: Database,
  { webhookSecret }: Pick<FirstAccountSettings, 'webhookSecret'>,
): Promise<void> {
  if (webhookSecret === undefined) return;
  const { v1, stage } = await ensureFirstAccount(tables);
  await setWebhookSecrets(tables, [v1, stage], webhookSecret);
}
