import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flushTree, renameFlushed } from '../base/disk/flush.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { CACHE_FOLDER } from '../base/cache-folder.js';
import { tryParseJson } from '../base/try-parse-json.ts';
import { type Logger, SILENT } from '../base/logger.ts';
import { openQueue } from '../jobs/queue.ts';
import { openDatabase } from '../store/database.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/**
 * The files that determine the content of an empty database: the tables, the queues and the versions of the
 * packages.
 */
const INGREDIENTS = ['package.json', 'src/store/migrations.ts', 'src/jobs/boss.ts', 'src/jobs/work-rules.ts'];
/**
 * The record of a prepared database: each of {@link INGREDIENTS} with its SHA-256. scripts/install.mjs reads
 * it, too.
 */
const RECORD_NAME = 'prepared.json';

/**
 * Prepares a database with all tables and queues, all empty. Each new home gets a copy. Creating a database
 * takes 5 s, copying it 50 ms.
 *
 * @param folder the folder for the prepared database, by default the cache folder of this installation.
 */
export async function prepareDatabase(folder = CACHE_FOLDER): Promise<void> {
  const unfinished = join(folder, `database.${process.pid}`);
  await mkdir(folder, { recursive: true });
  try {
    const database = await openDatabase({ kind: 'embedded', folder: unfinished, creates: true }, SILENT);
    try {
      await (await openQueue(database, { log: SILENT })).stop();
    } finally {
      await database.close();
    }
    await flushTree(unfinished);
    await rm(join(folder, RECORD_NAME), { force: true });
    await rm(join(folder, 'database'), { recursive: true, force: true });
    await renameFlushed(unfinished, join(folder, 'database'));
    await writeFile(join(folder, RECORD_NAME), JSON.stringify(await hashIngredients()), { flush: true });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Creates a database in a folder: a copy of the prepared one. Without a prepared database of this version, creates
 * one that is empty, which takes longer. The folder appears when its content is complete and on the disk.
 *
 * @param target the folder of the database, which is missing or empty.
 * @param folder the folder that holds the prepared database.
 */
export async function createDatabase(target: string, log: Logger, folder = CACHE_FOLDER): Promise<void> {
  const unfinished = `${target}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  if (!(await copyPreparedDatabase(unfinished, log, folder))) {
    await rm(unfinished, { recursive: true, force: true });
    const location = { kind: 'embedded', folder: unfinished, creates: true } as const;
    await (await openDatabase(location, SILENT, { migrates: false })).close();
  }
  await flushTree(unfinished);
  await renameFlushed(unfinished, target);
}

/** Copies the prepared database. Returns false if there is none of this version, or if it cannot be copied. */
async function copyPreparedDatabase(to: string, log: Logger, folder: string): Promise<boolean> {
  if (!(await isDatabasePrepared(folder))) {
    log.info({}, 'There is no prepared database. Creating one takes a few seconds.');
    return false;
  }
  try {
    // Synchronous, because nothing else runs yet, and an asynchronous copy of a thousand small files takes
    // six times as long.
    cpSync(join(folder, 'database'), to, { recursive: true });
    return true;
  } catch (error) {
    log.warn({ err: error }, 'Could not copy the prepared database. Creating one instead.');
    return false;
  }
}

/** True if a database of this version is prepared. */
export async function isDatabasePrepared(folder = CACHE_FOLDER): Promise<boolean> {
  const record = await ignoreMissing(readFile(join(folder, RECORD_NAME), 'utf8'));
  if (record === undefined) return false;
  return JSON.stringify(tryParseJson(record)) === JSON.stringify(await hashIngredients());
}

/** Returns the SHA-256 of each file that determines the content of an empty database. */
export async function hashIngredients(): Promise<Record<string, string>> {
  const hashed = INGREDIENTS.map(async (path) => {
    const content = await readFile(join(ROOT, path));
    return [path, createHash('sha256').update(content).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}
