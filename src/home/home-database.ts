import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { flushName } from '../base/disk/flush.ts';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import type { Logger } from '../base/logger.ts';
import { RECOVERY_ADVICE } from '../store/connection/describe-failure.ts';
import type { Home } from './home.ts';
import { createDatabase } from './prepared-database.ts';

/** The file in a home that marks its database as created, so that no second one is created automatically. */
const RECORD_NAME = 'database.created';

/**
 * Checks that a home has a database. Without this check, a command in the wrong folder would create one there,
 * with keys that no server accepts.
 *
 * @throws {KinoraError} `invalid_setting`.
 */
export async function checkDatabaseExists(home: Home): Promise<void> {
  if (await findDatabase(home)) return;
  throw new KinoraError(
    'invalid_setting',
    `There is no database in ${home.folder}. Start Kinora there first, or set KINORA_HOME to the home of the running Kinora or DATABASE_URL to its PostgreSQL database.`,
  );
}

/**
 * Gives a new home its database. Does nothing if there is one.
 *
 * @throws {KinoraError} `invalid_setting` if the home had a database that is gone or damaged.
 */
export async function ensureDatabase(home: Home, log: Logger): Promise<void> {
  if (!(await findDatabase(home))) await createDatabase(home.database, log);
  const record = join(home.folder, RECORD_NAME);
  if (await ignoreMissing(stat(record))) return;
  await writeFile(record, '', { flush: true });
  await flushName(record);
}

/**
 * True if a home has a database. False if it never had one.
 *
 * @throws {KinoraError} `invalid_setting` if its database is gone, damaged or closed to this user.
 */
export async function findDatabase({ folder, database }: Home): Promise<boolean> {
  try {
    if (await ignoreMissing(stat(join(database, 'PG_VERSION')))) return true;
    const files = await ignoreMissing(readdir(database));
    if (files === undefined || files.length === 0) {
      if (!(await ignoreMissing(stat(join(folder, RECORD_NAME))))) return false;
      throw new KinoraError(
        'invalid_setting',
        `The database of KINORA_HOME "${folder}" is gone: there is no folder "database". ${RECOVERY_ADVICE}`,
      );
    }
  } catch (error) {
    if (errorCodeOf(error) !== 'EACCES') throw error;
    const sentence = `KINORA_HOME is "${folder}", which this user cannot open. Run the command as the user that runs Kinora.`;
    throw new KinoraError('invalid_setting', sentence, { cause: error });
  }
  throw new KinoraError(
    'invalid_setting',
    `The database in KINORA_HOME "${folder}" is damaged: it has no file PG_VERSION. ${RECOVERY_ADVICE}`,
  );
}
