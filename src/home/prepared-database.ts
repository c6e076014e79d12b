import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { CACHE_FOLDER } from '../base/compile-cache.js';
import { tryParseJson } from '../base/try-parse-json.ts';
import { type Logger, SILENT } from '../base/logger.ts';
import { openQueue } from '../jobs/queue.ts';
import { openDatabase } from '../store/database.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The files that decide the contents of an empty database: our tables, the rules of the queues, and the versions of the packages. */
const INGREDIENTS = ['package.json', 'src/store/migrations.ts', 'src/jobs/boss.ts'];
/** The record of a prepared database: each of {@link INGREDIENTS} with its SHA-256. scripts/install.mjs compares it, too. */
const RECORD_NAME = 'prepared.json';

/**
 * Prepares the database that every new home gets: with all tables and queues, all empty. Creating one takes five seconds, copying it
 * a twentieth of a second.
 *
 * @param folder the folder that it is kept in; that of this installation by default.
 */
export async function prepareDatabase(folder = CACHE_FOLDER): Promise<void> {
  const unfinished = join(folder, `database.${process.pid}`);
  await mkdir(folder, { recursive: true });
  try {
    const database = await openDatabase({ kind: 'embedded', folder: unfinished }, SILENT);
    try {
      await (await openQueue(database, { log: SILENT })).stop();
    } finally {
      await database.close();
    }
    await rm(join(folder, RECORD_NAME), { force: true });
    await rm(join(folder, 'database'), { recursive: true, force: true });
    await rename(unfinished, join(folder, 'database'));
    await writeFile(join(folder, RECORD_NAME), JSON.stringify(await hashIngredients()));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Gives a new home a copy of the prepared database. Does nothing if there is none of this version: then opening the database creates it,
 * which takes longer and has the same result.
 *
 * @param target the folder of the home's database.
 * @param folder the folder of the prepared one.
 */
export async function copyPreparedDatabase(
  target: string,
  log: Logger,
  folder = CACHE_FOLDER,
): Promise<void> {
  if (await exists(target)) return;
  if (!(await isDatabasePrepared(folder))) {
    log.info({}, 'No database is prepared for new homes; this one is made now, which takes a few seconds.');
    return;
  }
  const unfinished = `${target}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    // Nothing else runs yet, and copying a thousand small files asynchronously takes six times as long.
    cpSync(join(folder, 'database'), unfinished, { recursive: true });
    await rename(unfinished, target);
  } catch (error) {
    log.warn({ err: error }, 'The prepared database could not be copied; the one of this home is made now.');
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** True if a database of this version is prepared. */
export async function isDatabasePrepared(folder = CACHE_FOLDER): Promise<boolean> {
  const record = await ignoreMissing(readFile(join(folder, RECORD_NAME), 'utf8'));
  if (record === undefined) return false;
  return JSON.stringify(tryParseJson(record)) === JSON.stringify(await hashIngredients());
}

async function hashIngredients(): Promise<Record<string, string>> {
  const hashed = INGREDIENTS.map(async (path) => {
    const content = await readFile(join(ROOT, path));
    return [path, createHash('sha256').update(content).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

async function exists(path: string): Promise<boolean> {
  return (await ignoreMissing(access(path).then(() => true))) ?? false;
}
