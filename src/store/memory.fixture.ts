import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { CACHE_FOLDER } from '../base/cache-folder.js';
import { SILENT } from '../base/logger.ts';
import { createDatabase, hashIngredients } from '../home/prepared-database.ts';
import { openQueue } from '../jobs/queue.ts';
import { type DatabaseLocation, openDatabase } from './database.ts';

const DUMPS = join(CACHE_FOLDER, 'tests');

let location: Promise<DatabaseLocation> | undefined;

/**
 * Returns the location of a new database in memory that has all tables and queues, all empty. It starts from a
 * dump, because that takes half a second, and the migrations take four. The dump is made once for all tests
 * and kept until a migration or a package changes.
 */
export function locateMemory(): Promise<DatabaseLocation> {
  location ??= findDump().then((dump) => ({ kind: 'embedded', folder: undefined, dump }));
  return location;
}

async function findDump(): Promise<string> {
  const version = createHash('sha256')
    .update(JSON.stringify(await hashIngredients()))
    .digest('hex');
  const dump = join(DUMPS, `${version}.tar`);
  if (!existsSync(dump)) await makeDump(dump);
  return dump;
}

/** Makes the dump in a folder of its own, because several files of tests may make it at once. */
async function makeDump(dump: string): Promise<void> {
  await mkdir(DUMPS, { recursive: true });
  const older = await readdir(DUMPS);
  const folder = await mkdtemp(join(tmpdir(), 'kinora-dump-'));
  try {
    const data = join(folder, 'database');
    await createEmptyDatabase(data);
    const database = await PGlite.create({ dataDir: data });
    await writeFile(`${dump}.${process.pid}`, (await database.dumpDataDir('none')).stream());
    await database.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await rename(`${dump}.${process.pid}`, dump);
  const outdated = older.filter((name) => !name.startsWith(basename(dump)));
  for (const name of outdated) await rm(join(DUMPS, name), { force: true });
}

/**
 * Creates a database in a folder, with all tables and queues, all empty. Copies the prepared one if there is one.
 *
 * @param data the folder, which must not exist.
 */
export async function createEmptyDatabase(data: string): Promise<void> {
  await createDatabase(data, SILENT);
  const database = await openDatabase({ kind: 'embedded', folder: data }, SILENT);
  await (await openQueue(database, { log: SILENT })).stop();
  await database.close();
}
