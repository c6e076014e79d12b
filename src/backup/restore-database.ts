import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/logger.ts';
import { clearJobs, insertJobRows, QUEUE_SCHEMA_VERSION } from '../jobs/job-table.ts';
import { startBoss } from '../jobs/boss.ts';
import type { Database } from '../store/database.ts';
import { findNewerMigrations, isKnownMigration, prepareTables } from '../store/connection/prepare-tables.ts';
import { findRowTarget, insertRows, type RowTarget } from '../store/dump/insert-rows.ts';
import { finishTables, recreateTables } from '../store/dump/replace-tables.ts';
import { type ArchiveEntry, type ArchiveFacts, createDamageError } from './archive-reader.ts';
import { type BackupHeader, type BackupManifest, FOLDERS } from './backup-format.ts';

const decompress = promisify(gunzip);

/**
 * Checks that this version can read the rows of a backup.
 *
 * @throws {KinoraError} `validation_failed` if a newer version has made it.
 */
export function checkVersions({ schema, queue, kinora }: BackupHeader): void {
  if (isKnownMigration(schema) && queue <= QUEUE_SCHEMA_VERSION) return;
  throw new KinoraError(
    'validation_failed',
    `A newer version of Kinora (${kinora}) has made this backup, whose database this version does not know. Nothing was changed. Install that version or a newer one to restore it.`,
  );
}

/** Loads one entry of an archive into the database. Does nothing with entries of other kinds. */
export type LoadEntry = (entry: ArchiveEntry) => Promise<void>;

/**
 * Replaces everything in a database by the rows of a backup, in one transaction: if the work fails, the database
 * stays as it was.
 *
 * @param database its tables may be of any version, or missing.
 * @param read reads the archive, and calls its argument with each entry.
 * @param beforeCommit called when all rows are there.
 */
export async function restoreDatabase(
  database: Database,
  { schema }: BackupHeader,
  read: (load: LoadEntry) => Promise<ArchiveFacts>,
  beforeCommit: () => Promise<void>,
): Promise<void> {
  if ((await findNewerMigrations(database.tables)).length === 0) await prepareTables(database.tables);
  // Makes the tables of the queue, which the backup does not have. The queue itself needs tables of this version.
  await (await startBoss(database.engine, SILENT)).stop({ graceful: false });
  await database.tables.transaction().execute(async (transaction) => {
    await recreateTables(transaction, schema);
    await clearJobs(transaction);
    const counted = new Map<string, number>();
    const targets = new Map<string, RowTarget>();
    const { manifest } = await read(async ({ name, content }) => {
      const [folder = '', table = ''] = name.split('/');
      const isJobs = folder === FOLDERS.queue;
      if (!isJobs && folder !== FOLDERS.database) return;
      const lines = await readLines(content);
      counted.set(table, (counted.get(table) ?? 0) + lines.length);
      if (isJobs) {
        await insertJobRows(transaction, lines);
        return;
      }
      const target = targets.get(table) ?? (await findRowTarget(transaction, table));
      targets.set(table, target);
      await insertRows(transaction, target, lines);
    });
    checkCounts(manifest, counted);
    await finishTables(transaction, manifest.sequences);
    await beforeCommit();
  });
}

async function readLines(content: AsyncIterable<Buffer>): Promise<string[]> {
  try {
    const text = (await decompress(await buffer(Readable.from(content)))).toString();
    return text.split('\n').filter((line) => line !== '');
  } catch (error) {
    throw createDamageError(error);
  }
}

function checkCounts({ rows, jobs }: BackupManifest, counted: ReadonlyMap<string, number>): void {
  for (const [table, count] of [...Object.entries(rows), ['jobs', jobs] as const])
    if ((counted.get(table) ?? 0) !== count) throw createDamageError();
}
