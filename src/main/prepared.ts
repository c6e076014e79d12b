import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../base/code-of.ts';
import { PREPARED } from '../base/compiled.js';
import { jsonOrUndefined } from '../base/json.ts';
import { type Logger, SILENT } from '../base/log.ts';
import { openQueue } from '../jobs/queue.ts';
import { openDatabase } from '../store/database.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** All that decides what an empty database has in it: our tables, the rules of the queues, and the packages by their exact versions. */
const MADE_OF = ['package.json', 'src/store/migrations.ts', 'src/jobs/boss.ts'];
/** What the database was made of: each of {@link MADE_OF} with its SHA-256. scripts/install.mjs compares it as we do. */
const RECORD = 'prepared.json';

/**
 * Makes a database as every new home has it: with all tables and queues, and nothing in them. To make one takes five seconds of work,
 * to copy it a twentieth of one.
 *
 * @param folder where it is kept; of this installation by default.
 */
export async function prepareDatabase(folder = PREPARED): Promise<void> {
  const unfinished = join(folder, `database.${process.pid}`);
  await mkdir(folder, { recursive: true });
  try {
    const database = await openDatabase({ kind: 'embedded', folder: unfinished }, SILENT);
    try {
      await (await openQueue(database, { log: SILENT })).stop();
    } finally {
      await database.close();
    }
    await rm(join(folder, RECORD), { force: true });
    await rm(join(folder, 'database'), { recursive: true, force: true });
    await rename(unfinished, join(folder, 'database'));
    await writeFile(join(folder, RECORD), JSON.stringify(await ingredients()));
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

/**
 * Gives a new home a copy of the prepared database. Where none is prepared, or it was made of another version, nothing is done: who opens the
 * database makes it, which takes longer and comes to the same.
 *
 * @param place where the database of the home is, or is to be.
 * @param folder where the prepared one is.
 */
export async function placePrepared(place: string, log: Logger, folder = PREPARED): Promise<void> {
  if (await isThere(place)) return;
  if (!(await isPrepared(folder))) {
    log.info({}, 'No database is prepared for new homes; this one is made now, which takes a few seconds.');
    return;
  }
  const unfinished = `${place}.unfinished`;
  try {
    await rm(unfinished, { recursive: true, force: true });
    // Nobody waits for us yet, and a thousand small files one after the other take six times as long.
    cpSync(join(folder, 'database'), unfinished, { recursive: true });
    await rename(unfinished, place);
  } catch (error) {
    log.warn({ err: error }, 'The prepared database could not be copied; the one of this home is made now.');
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Whether a database is prepared, and made of what is here now. */
export async function isPrepared(folder = PREPARED): Promise<boolean> {
  const record = await readFile(join(folder, RECORD), 'utf8').catch(unlessAbsent);
  if (record === undefined) return false;
  return JSON.stringify(jsonOrUndefined(record)) === JSON.stringify(await ingredients());
}

async function ingredients(): Promise<Record<string, string>> {
  const hashed = MADE_OF.map(async (path) => {
    const content = await readFile(join(ROOT, path));
    return [path, createHash('sha256').update(content).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(hashed));
}

async function isThere(path: string): Promise<boolean> {
  return (await access(path).then(() => true, unlessAbsent)) ?? false;
}

function unlessAbsent(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}
