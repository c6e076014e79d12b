import { type Kysely, sql } from 'kysely';
import type { Logger } from '../base/log.ts';
import type { Schema } from './schema.ts';

/**
 * Notes that files are for nobody any more, so that they are removed in the end, whatever befalls who should do that now. It is for
 * good: no key is used for another file.
 *
 * @param files storage keys.
 */
export async function noteUnwanted(db: Kysely<Schema>, files: readonly string[]): Promise<void> {
  if (files.length === 0) return;
  await db
    .insertInto('unwanted_file')
    .values([...new Set(files)].map((file) => ({ file })))
    .onConflict((conflict) => conflict.column('file').doNothing())
    .execute();
}

/** Storage keys of files that were noted and are not known to be gone, those that failed last at the end. */
export async function findUnwanted(db: Kysely<Schema>, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('unwanted_file').select('file').orderBy('tried').limit(limit).execute();
  return rows.map(({ file }) => file);
}

/** Removes files that were noted. The first that cannot be removed ends it: it and those behind it stay noted. */
export async function removeNoted(
  db: Kysely<Schema>,
  files: readonly string[],
  storage: { delete(file: string): Promise<void> },
  log: Logger,
): Promise<void> {
  for (const file of files) {
    try {
      await storage.delete(file);
    } catch (error) {
      log.warn({ err: error, file }, 'A file could not be removed; that will be tried again.');
      await db
        .updateTable('unwanted_file')
        .set({ tried: sql`now()` })
        .where('file', '=', file)
        .execute();
      return;
    }
    await db.deleteFrom('unwanted_file').where('file', '=', file).execute();
  }
}
