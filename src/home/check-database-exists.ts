import { stat } from 'node:fs/promises';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import type { Home } from './home.ts';

/**
 * Checks that a home has a database. Without this check, a command in the wrong folder would create one there,
 * with keys that no server accepts.
 *
 * @throws {KinoraError} `invalid_setting`.
 */
export async function checkDatabaseExists({ folder, database }: Home): Promise<void> {
  try {
    await stat(database);
  } catch (error) {
    const isHidden = errorCodeOf(error) === 'EACCES';
    const sentence = isHidden
      ? `KINORA_HOME is "${folder}", which this user cannot open. Run the command as the user that runs Kinora.`
      : `There is no database in ${folder}. Start Kinora there first, or set KINORA_HOME to the home of the running Kinora or DATABASE_URL to its PostgreSQL database.`;
    throw new KinoraError('invalid_setting', sentence, { cause: error });
  }
}
