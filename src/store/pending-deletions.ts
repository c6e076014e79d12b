import { sql } from 'kysely';
import type { Logger } from '../base/logger.ts';
import type { Tables } from './schema.ts';

/**
 * Marks files for deletion, so that they are deleted even if this process ends first. Only the key of a source
 * is ever used again, for its next upload: see {@link claimFiles}.
 *
 * @param files storage keys.
 */
export async function markForDeletion(db: Tables, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  await db
    .insertInto('unwanted_file')
    .values([...new Set(files)].map((file) => ({ file })))
    .onConflict((conflict) => conflict.column('file').doNothing())
    .execute();
}

/** Removes the marks of files that are about to be stored again. */
export async function claimFiles(db: Tables, files: readonly string[]): Promise<void> {
  await db.deleteFrom('unwanted_file').where('file', 'in', files).execute();
}

/**
 * Lists the storage keys of files that are marked for deletion. Files whose deletion failed most recently
 * come last.
 */
export async function findPendingDeletions(db: Tables, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('unwanted_file').select('file').orderBy('tried').limit(limit).execute();
  return rows.map(({ file }) => file);
}

/** The part of a storage that deletes files. */
interface FileDeleter {
  delete(file: string): Promise<void>;
}

/**
 * Deletes marked files. Stops at the first failure, which it writes to the log. That file and the following ones
 * stay marked.
 */
export async function deletePending(
  db: Tables,
  files: readonly string[],
  storage: FileDeleter,
  log: Logger,
): Promise<void> {
  await deletePendingOrReport(db, files, storage, (error, file) =>
    log.warn({ err: error, file }, 'Could not remove the file. Retrying later.'),
  );
}

/** Deletes like {@link deletePending}, and reports the first failure. Returns the number of deleted files. */
export async function deletePendingOrReport(
  db: Tables,
  files: readonly string[],
  storage: FileDeleter,
  onFailure: (error: unknown, file: string) => void,
): Promise<number> {
  let deleted = 0;
  for (const file of files) {
    if (!(await isMarked(db, file))) continue;
    try {
      await storage.delete(file);
      deleted += 1;
    } catch (error) {
      onFailure(error, file);
      await db
        .updateTable('unwanted_file')
        .set({ tried: sql`now()` })
        .where('file', '=', file)
        .execute();
      return deleted;
    }
    await db.deleteFrom('unwanted_file').where('file', '=', file).execute();
  }
  return deleted;
}

/** True if a file is still marked. Another process may have deleted it, or may be storing it again. */
async function isMarked(db: Tables, file: string): Promise<boolean> {
  const row = await db.selectFrom('unwanted_file').select('file').where('file', '=', file).executeTakeFirst();
  return row !== undefined;
}
