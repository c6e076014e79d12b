import { stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../base/code-of.ts';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/log.ts';
import type { Seal } from '../hosting/seal.ts';
import type { Administer } from '../cli/administration.ts';
import { firstAccount } from '../store/accounts.ts';
import { type DatabasePlace, openDatabase } from '../store/database.ts';
import { administerBy, administerOn } from './administration.ts';
import { type Home, homeAt, openHome } from './home.ts';
import { askHolder, lockHome } from './lock.ts';
import { openSeal } from './open-seal.ts';
import type { Settings } from './settings.ts';

// A Kinora that starts, stops or is another command has the database for seconds.
const TRIES = 50;
const BETWEEN_TRIES_MS = 200;

/**
 * Accounts and keys wherever the database is: on PostgreSQL, in the process that runs on this home, or, when none does, in the
 * home itself.
 */
export function reachAdministration(settings: Settings): Administer {
  const { databaseUrl, home: folder } = settings;
  const home = homeAt(folder);
  const seal = async () => openSeal(settings, settings.credentialsKey ? home : await openHome(folder));
  if (databaseUrl !== undefined) return administerAt({ kind: 'postgres', url: databaseUrl }, seal);
  const byHolder = administerBy((message) => askHolder(folder, message));
  const alone = administerAlone(home, seal);
  return async (name, input) => {
    await checkThere(home);
    for (let tries = 1; ; tries++) {
      try {
        return await byHolder(name, input);
      } catch (error) {
        if (codeOf(error) !== 'stopping') throw error;
      }
      try {
        return await alone(name, input);
      } catch (error) {
        if (codeOf(error) !== 'home_in_use' || tries === TRIES) throw error;
      }
      await wait(BETWEEN_TRIES_MS);
    }
  };
}

/** Who is in the wrong folder would otherwise make a new database there, and keys that open nothing. */
async function checkThere({ folder, database }: Home): Promise<void> {
  try {
    await stat(database);
  } catch (error) {
    const isHidden = codeOf(error) === 'EACCES';
    const sentence = isHidden
      ? `KINORA_HOME is "${folder}", which this user may not open; do this as the user that Kinora runs as.`
      : `There is no database in ${folder} yet; start Kinora there first, name its home with KINORA_HOME, or its PostgreSQL with DATABASE_URL.`;
    throw new KinoraError('setting_wrong', sentence, { cause: error });
  }
}

function administerAlone({ folder, database }: Home, seal: () => Promise<Seal>): Administer {
  return async (name, input) => {
    await openHome(folder);
    await using locked = new AsyncDisposableStack();
    locked.use(await lockHome(folder));
    return await administerAt({ kind: 'embedded', folder: database }, seal)(name, input);
  };
}

/** In the database itself. @param seal opens what encrypts, which makes its key where there is none. */
function administerAt(place: DatabasePlace, seal: () => Promise<Seal>): Administer {
  return async (name, input) => {
    await using opened = new AsyncDisposableStack();
    const { tables } = opened.adopt(await openDatabase(place, SILENT), (database) => database.close());
    await firstAccount(tables);
    return await administerOn(tables, await seal())(name, input);
  };
}
