import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { KinoraError } from '../base/errors.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { SILENT } from '../base/logger.ts';
import { createUnusableHomeError, locateHome } from '../home/home.ts';
import { lockHome } from '../home/lock.ts';
import { findQueueVersion, QUEUE_SCHEMA_VERSION } from '../jobs/job-table.ts';
import { checkRights } from '../store/connection/check-rights.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { countOtherConnections, findOtherTable, hasAccounts } from '../store/dump/empty-tables.ts';
import type { BackupSettings } from './backup-settings.ts';
import { findOccupied, type RestorePlace } from './restore-places.ts';

const MAX_LOOKS = 10;
const LOOK_MS = 200;

/**
 * Checks, without the backup, that a restore may go where the settings say. A restore checks it again.
 *
 * @throws {KinoraError} `home_in_use` if Kinora runs there, `invalid_setting` if there is a database already.
 */
export async function checkTarget({ home, databaseUrl }: BackupSettings, replaces: boolean): Promise<void> {
  const { folder } = locateHome(home);
  const found = await ignoreMissing(stat(folder)).catch((error: unknown) => {
    throw createUnusableHomeError(folder, error);
  });
  if (found?.isDirectory() === false)
    throw new KinoraError('invalid_setting', `KINORA_HOME is "${folder}", which is a file. Choose a folder.`);
  if (found !== undefined) await (await lockHome(folder))[Symbol.asyncDispose]();
  if (databaseUrl !== undefined) await checkServer(databaseUrl, replaces);
  else if (!replaces) await checkEmpty([{ folder, names: ['database'] }]);
}

/**
 * Checks that no process uses the PostgreSQL database, that it is empty unless it may be replaced, and that
 * this version can replace it.
 */
export async function checkServer(url: string, replaces: boolean): Promise<void> {
  const database = await openDatabase({ kind: 'postgres', url }, SILENT, { migrates: false });
  try {
    await checkRights(database.tables, url);
    if (await isInUse(database.tables))
      throw new KinoraError(
        'home_in_use',
        'Kinora is using this PostgreSQL database. Stop all its servers and workers first.',
      );
    const other = await findOtherTable(database.tables);
    if (other !== undefined)
      throw new KinoraError(
        'invalid_setting',
        `The table "${other}" in the database of DATABASE_URL belongs to another program, and Kinora cannot replace its own tables beside it. Nothing was changed. Choose a database that is only for Kinora.`,
      );
    if (!replaces && (await hasAccounts(database.tables)))
      throw new KinoraError(
        'invalid_setting',
        'The database of DATABASE_URL is not empty. Choose an empty one, or add --replace. Its rows are then lost, so make a backup of it first.',
      );
    if (((await findQueueVersion(database.tables)) ?? 0) > QUEUE_SCHEMA_VERSION)
      throw new KinoraError(
        'invalid_setting',
        'A newer version of Kinora has changed the queue in the database of DATABASE_URL, and this version cannot replace it. Nothing was changed. Drop the database, create it again, and run the command again.',
      );
  } finally {
    await database.close();
  }
}

/** True if other processes of Kinora are connected. A connection that has just ended is listed for a moment. */
async function isInUse(tables: Database['tables']): Promise<boolean> {
  for (let looks = 1; (await countOtherConnections(tables)) > 0; looks++) {
    if (looks === MAX_LOOKS) return true;
    await sleep(LOOK_MS);
  }
  return false;
}

/**
 * Checks that places are empty.
 *
 * @throws {KinoraError} `invalid_setting` if one is not.
 */
export async function checkEmpty(places: readonly RestorePlace[]): Promise<void> {
  for (const place of places) {
    const occupied = await findOccupied(place);
    if (occupied.length === 0) continue;
    throw new KinoraError(
      'invalid_setting',
      `The folder ${place.folder} is not empty: it has ${occupied.join(', ')}. Choose another one, or add --replace, which moves these into a folder "replaced-..." beside them.`,
    );
  }
}
