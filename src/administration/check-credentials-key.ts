import { errorCodeOf } from '../base/error-code.ts';
import type { Logger } from '../base/logger.ts';
import { accessContext } from '../generation/directory/stored-access.ts';
import type { SecretBox } from '../hosting/secret-box.ts';
import { credentialsContext, listSealedCredentials } from '../store/credentials.ts';
import type { Database } from '../store/database.ts';
import { listSealedProviders } from '../store/generation/providers.ts';

/** The advice about credentials that cannot be decrypted. */
export const OTHER_CREDENTIALS_KEY =
  'Set KINORA_CREDENTIALS_KEY to the key from before on all machines, or store the credentials again with "kinora destinations set" and "kinora providers set".';

/** The number of stored credentials that a key cannot decrypt. */
export interface UnreadableCredentials {
  readonly destinations: number;
  readonly providers: number;
}

/** Counts the credentials in the database that a key cannot decrypt. */
export async function countUnreadableCredentials(
  tables: Database['tables'],
  secretBox: SecretBox,
): Promise<UnreadableCredentials> {
  const destinations = (await listSealedCredentials(tables)).filter(
    (row) => !canDecrypt(secretBox, row.sealed, credentialsContext(row)),
  );
  const providers = (await listSealedProviders(tables)).filter(
    (row) => !canDecrypt(secretBox, row.sealed, accessContext(row)),
  );
  return { destinations: destinations.length, providers: providers.length };
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
