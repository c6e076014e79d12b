import { findAccounts } from '../store/accounts/accounts.ts';
import type { Database } from '../store/database.ts';
import { FILE_ADDRESS_DEFAULT, findSharedValue } from '../store/shared-values.ts';

type Tables = Database['tables'];

/** The kind of file addresses if the setting is absent. */
export interface FileAddressDefault {
  /** True if this installation began with a version that signs the addresses of several accounts. */
  readonly isNew: boolean;
  /** True if addresses are signed without a setting: in a new installation with several accounts. */
  readonly signed: boolean;
}

/** Returns the default of this installation. The migration that made its tables has recorded whether it is new. */
export async function findFileAddressDefault(tables: Tables): Promise<FileAddressDefault> {
  const isNew = (await findSharedValue(tables, FILE_ADDRESS_DEFAULT)) === 'by accounts';
  return { isNew, signed: isNew && (await findAccounts(tables)).length > 1 };
}

/**
 * Returns what the second account changes about the addresses of files, and what to set. Undefined for other
 * accounts, and if the setting decides.
 *
 * @param configured the setting `KINORA_FILES`: true for `signed`, undefined if it is not set.
 */
export async function describeSecondAccount(
  tables: Tables,
  configured: boolean | undefined,
): Promise<string | undefined> {
  if (configured !== undefined || (await findAccounts(tables)).length !== 2) return undefined;
  const { isNew } = await findFileAddressDefault(tables);
  return isNew ? BECOMES_SIGNED : STAYS_PUBLIC;
}

const BECOMES_SIGNED =
  'KINORA_FILES is not set. From the next start on, the addresses of files are signed and expire after a day, because there are several accounts. ' +
  'Addresses that were handed out before then stop working. To keep those, set KINORA_FILES=public. Otherwise set KINORA_FILES=signed.';

const STAYS_PUBLIC =
  'KINORA_FILES is not set. The addresses of files stay public and do not expire, because this installation may have published some. ' +
  'Everyone who knows an address can open the file. To have addresses that expire after a day, set KINORA_FILES=signed. Otherwise set KINORA_FILES=public.';
