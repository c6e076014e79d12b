import { setTimeout as sleep } from 'node:timers/promises';
import { errorCodeOf } from '../base/error-code.ts';
import { checkDatabaseExists } from './home-database.ts';
import type { Home } from './home.ts';
import { type HomeLock, lockHome } from './lock.ts';

// Another command, or a Kinora process that is starting or stopping, locks the database for a few seconds.
// Try again until the lock is gone.
const MAX_TRIES = 50;
const RETRY_MS = 200;

/**
 * Lets the process that runs on a home do something. If no process runs there, locks the home and does it here.
 *
 * @param ask asks that process. Throws `stopping` if there is none, as `sendToHolder` does.
 * @param work gets the lock, which it has to release.
 * @param signal ends the waiting.
 * @throws {KinoraError} `home_in_use` if the process can neither be asked nor waited for, `invalid_setting` if the
 *   home has no database, or the error of `ask` or `work`. An `AbortError` if the signal ends the waiting.
 */
export async function askOrLock<Value>(
  home: Home,
  ask: () => Promise<Value>,
  work: (lock: HomeLock) => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  await checkDatabaseExists(home);
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (errorCodeOf(error) !== 'stopping') throw error;
    }
    try {
      return await work(await lockHome(home.folder));
    } catch (error) {
      if (errorCodeOf(error) !== 'home_in_use' || tries === MAX_TRIES) throw error;
    }
    await sleep(RETRY_MS, undefined, { signal });
  }
}
