import { CREDENTIALS_KEY } from '../../home/home-secrets.ts';
import type { Home } from '../../home/home.ts';
import { createSecretBox, type SecretBox } from '../../hosting/secret-box.ts';
import type { HostingSettings } from '../../hosting/settings.ts';
import { errorCodeOf } from '../../base/error-code.ts';
import type { Logger } from '../../base/logger.ts';
import { credentialsContext, type CredentialsKind, listSealedCredentials } from '../../store/credentials.ts';
import type { Database } from '../../store/database.ts';

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

/** The advice about credentials that cannot be decrypted. */
export const OTHER_CREDENTIALS_KEY =
  'Set KINORA_CREDENTIALS_KEY to the key from before on all machines, or store the credentials again with "kinora destinations set" and "kinora providers set".';

/** The number of stored credentials that a key cannot decrypt. */
interface UnreadableCredentials {
  readonly destinations: number;
  readonly providers: number;
}

/** Counts the credentials in the database that a key cannot decrypt. */
export async function countUnreadableCredentials(
  tables: Database['tables'],
  secretBox: SecretBox,
): Promise<UnreadableCredentials> {
  const count = async (kind: CredentialsKind): Promise<number> => {
    const rows = await listSealedCredentials(tables, kind);
    const isReadable = ({ owner, name, sealed }: (typeof rows)[number]): boolean =>
      canDecrypt(secretBox, sealed, credentialsContext(kind, owner, name));
    return rows.filter((row) => !isReadable(row)).length;
  };
  return { destinations: await count('destination'), providers: await count('provider') };
}

/**
 * Logs a warning if this process cannot decrypt credentials in the database: it has another key than the
 * process that stored them, for example after a restore.
 */
export async function checkCredentialsKey(
  { tables }: Pick<Database, 'tables'>,
  secretBox: SecretBox,
  log: Logger,
): Promise<void> {
  const unreadable = await countUnreadableCredentials(tables, secretBox);
  if (unreadable.destinations + unreadable.providers === 0) return;
  log.warn(
    unreadable,
    `Some stored credentials cannot be read, because they were stored with another key. ${OTHER_CREDENTIALS_KEY}`,
  );
}

function canDecrypt(secretBox: SecretBox, sealed: string, context: string): boolean {
  try {
    secretBox.decrypt(sealed, context);
    return true;
  } catch (error) {
    if (errorCodeOf(error) !== 'destination_refused') throw error;
    return false;
  }
}
