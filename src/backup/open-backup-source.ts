import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/logger.ts';
import { usePath } from '../base/process/paths-in-use.ts';
import type { RunAdminOperation } from '../operations/admin-operations.ts';
import { askOrLock } from '../home/ask-or-lock.ts';
import { type Home, openHome } from '../home/home.ts';
import type { BackupSettings } from './backup-settings.ts';
import { checkReadingRights } from '../store/connection/check-rights.ts';
import { type Database, type DatabaseLocation, openDatabase } from '../store/database.ts';

/** The beginning of the names of the folders with copies of the database, in the folder for temporary files. */
export const COPY_PREFIX = 'backup-';

/** An open database to back up, and where its files are. */
export interface BackupSource extends AsyncDisposable {
  readonly database: Database;
  /** The folder of the stored files, or `s3`. */
  readonly storage: string;
  /** True if the database is a copy, because a server goes on using its own. */
  readonly isCopy: boolean;
}

/** Milliseconds after which the server must have copied its database. */
const MAX_COPY_MS = 30 * 60_000;

/**
 * Opens the database to back up, without changing it: that of PostgreSQL, a copy that the running server makes of
 * its embedded one, or, if no server runs, the embedded one itself.
 *
 * @param home exists.
 * @param askServer sends an operation to the process that has the home.
 */
export async function openBackupSource(
  { databaseUrl, storage }: BackupSettings,
  home: Home,
  askServer: RunAdminOperation,
  signal: AbortSignal,
): Promise<BackupSource> {
  const own = typeof storage === 'string' ? storage : 's3';
  if (databaseUrl !== undefined)
    return await openSource(
      new AsyncDisposableStack(),
      { kind: 'postgres', url: databaseUrl },
      { storage: own, isCopy: false },
    );
  return await askOrLock(
    home,
    async () => await openCopy(await openHome(home.folder), askServer, signal),
    async (lock) => {
      await using stack = new AsyncDisposableStack();
      stack.use(lock);
      const location = { kind: 'embedded', folder: home.database } as const;
      return await openSource(stack, location, { storage: own, isCopy: false });
    },
    signal,
  );
}

/** Asks the running server for a copy of its database, and opens that. */
async function openCopy(
  home: Home,
  askServer: RunAdminOperation,
  signal: AbortSignal,
): Promise<BackupSource> {
  const id = randomUUID();
  const folder = join(home.temporary, `${COPY_PREFIX}${id}`);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  stack.use(usePath(folder));
  const storage = await awaitCopy(askServer, id, signal);
  return await openSource(stack, { kind: 'embedded', folder }, { storage, isCopy: true });
}

async function awaitCopy(askServer: RunAdminOperation, id: string, signal: AbortSignal): Promise<string> {
  const end = performance.now() + MAX_COPY_MS;
  while (performance.now() < end) {
    signal.throwIfAborted();
    const { isReady, storage } = await askServer('copyDatabase', { id }).catch(describeCopyFailure);
    if (isReady) return storage;
  }
  throw new KinoraError(
    'internal',
    'The running Kinora did not copy its database in time. Stop it, and try again.',
  );
}

/** Rethrows an error of the server. One of an earlier version does not know the operation. */
function describeCopyFailure(error: unknown): never {
  if (errorCodeOf(error) !== 'internal') throw error;
  const sentence =
    'The running Kinora could not copy its database. See its log for the reason, or stop it and run the command again.';
  throw new KinoraError('home_in_use', sentence, { cause: error });
}

/** Opens the database of a source. @param stack what the source closes besides. */
async function openSource(
  stack: AsyncDisposableStack,
  location: DatabaseLocation,
  facts: Pick<BackupSource, 'storage' | 'isCopy'>,
): Promise<BackupSource> {
  await using opening = stack.move();
  const database = opening.adopt(await openDatabase(location, SILENT, { migrates: false }), (open) =>
    open.close(),
  );
  if (location.kind === 'postgres') await checkReadingRights(database.tables, location.url);
  const opened = opening.move();
  return { database, ...facts, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}
