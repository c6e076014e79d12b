import { randomInt, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { KinoraError } from '../base/errors.ts';
import type { KeyPair } from '../store/keys.ts';

/** The places in a home folder. */
export interface Home {
  readonly folder: string;
  /** The embedded database. */
  readonly database: string;
  /** Downloaded sources. */
  readonly cache: string;
  /** What renders keep while they run. */
  readonly temporary: string;
}

const KEY_LENGTH = 40;
const KEY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const KeyFile = z.strictObject({ v1: z.string().min(1), stage: z.string().min(1) });

/**
 * Makes the home folder if absent.
 *
 * @throws {KinoraError} `setting_wrong` when it cannot be made or written.
 */
export async function openHome(folder: string): Promise<Home> {
  const home = {
    folder,
    database: join(folder, 'database'),
    cache: join(folder, 'cache'),
    temporary: join(folder, 'tmp'),
  };
  try {
    await mkdir(home.temporary, { recursive: true });
  } catch (error) {
    throw new KinoraError(
      'setting_wrong',
      `KINORA_HOME is "${folder}", which cannot be written; it may be a folder that this user can write.`,
      { cause: error },
    );
  }
  return home;
}

/** The first account's keys from the home folder; made and kept there, readable by the owner alone, at the first call. */
export async function homeKeys({ folder }: Home): Promise<KeyPair> {
  const path = join(folder, 'keys.json');
  const text = (await readIfThere(path)) ?? (await makeKeys(path));
  const kept = KeyFile.safeParse(parseJson(text));
  if (kept.success) return kept.data;
  throw new KinoraError(
    'setting_wrong',
    `${path} is damaged; it may be {"v1":"<key>","stage":"<key>"}, or absent to get new keys.`,
  );
}

/** Returns the text of the file, which is another process's when that was faster. */
async function makeKeys(path: string): Promise<string> {
  const keys: KeyPair = { v1: newKey(), stage: newKey() };
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
  try {
    // Unlike a rename it never replaces what is there.
    await link(unfinished, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(unfinished);
  }
  return await readFile(path, 'utf8');
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function newKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => KEY_LETTERS.charAt(randomInt(KEY_LETTERS.length))).join('');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
