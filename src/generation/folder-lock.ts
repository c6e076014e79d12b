import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCodeOf } from '../base/error-code.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { HOLD_MS } from './ledger.ts';

/** Milliseconds after which every other process that has seen the same dead lock has replaced it. */
const TAKEOVER_SETTLE_MS = 200;

/**
 * Creates a lock file. Takes over one whose process has died.
 *
 * @param holder UUID of the work. The lock file contains it.
 * @returns false if another process has the lock.
 */
export async function takeLock(path: string, holder: string): Promise<boolean> {
  try {
    await writeFile(path, holder, { flag: 'wx' });
    // The server of a network folder may have another time.
    await renewLock(path, holder);
    return true;
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
  const lock = await ignoreMissing(stat(path));
  if (!lock || Date.now() - lock.mtimeMs < HOLD_MS) return false;
  // If several processes see the dead lock at once, the last one to replace it wins.
  const own = `${path}.${holder}`;
  await writeFile(own, holder);
  await rename(own, path);
  await wait(TAKEOVER_SETTLE_MS);
  return await hasLock(path, holder);
}

/** True if a lock file belongs to some work. */
export async function hasLock(path: string, holder: string): Promise<boolean> {
  return (await ignoreMissing(readFile(path, 'utf8'))) === holder;
}

/** Shows that the work is alive. Does nothing if the lock belongs to another process. */
export async function renewLock(path: string, holder: string): Promise<void> {
  const now = new Date();
  if (await hasLock(path, holder)) await ignoreMissing(utimes(path, now, now));
}

/** Removes a lock file. Does nothing if the lock belongs to another process. */
export async function releaseLock(path: string, holder: string): Promise<void> {
  if (await hasLock(path, holder)) await rm(path, { force: true });
}
