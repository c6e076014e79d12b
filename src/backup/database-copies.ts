import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { KinoraError } from '../base/errors.ts';
import type { AdminAnswer } from '../operations/admin-operations.ts';
import type { Home } from '../home/home.ts';
import type { Database } from '../store/database.ts';
import { COPY_PREFIX } from './open-backup-source.ts';

/**
 * The maker of copies of the embedded database for other processes, which remove them. Begins a copy, or waits a
 * moment for the one with this id, a UUID.
 */
type CopyDatabase = (id: string) => Promise<AdminAnswer<'copyDatabase'>>;

const WAIT_MS = 1_000;

/** Creates the maker of copies. @param storage the folder of the stored files, or `s3`. */
export function createDatabaseCopies(
  { copyFiles }: Pick<Database, 'copyFiles'>,
  { temporary }: Home,
  storage: string,
): CopyDatabase {
  const copies = new Map<string, Promise<boolean>>();
  const begin = (id: string): Promise<boolean> => {
    if (copyFiles === undefined) throw new KinoraError('internal', 'There is no embedded database to copy.');
    const folder = join(temporary, `${COPY_PREFIX}${id}`);
    const copy = copyFiles(folder).then(
      () => true,
      async (error: unknown) => {
        await rm(folder, { recursive: true, force: true });
        throw error;
      },
    );
    copies.set(id, copy);
    return copy;
  };
  return async (id) => {
    const waiting = new AbortController();
    // Its rejection comes after the race is over.
    const pause = wait(WAIT_MS, false, { signal: waiting.signal }).catch(() => false);
    const copy = copies.get(id) ?? begin(id);
    let isReady = true;
    try {
      isReady = await Promise.race([copy, pause]);
      return { isReady, storage };
    } finally {
      waiting.abort();
      if (isReady) copies.delete(id);
    }
  };
}
