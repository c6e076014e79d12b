import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../base/code-of.ts';
import { KinoraError } from '../base/errors.ts';
import { jsonOrUndefined } from '../base/json.ts';
import type { KeyPair } from '../store/keys.ts';
import { newKey } from '../store/new-key.ts';

/** The places in a home folder. */
export interface Home {
  readonly folder: string;
  /** The embedded database. */
  readonly database: string;
  /** Downloaded sources. */
  readonly cache: string;
  /** Transcripts of sounds. */
  readonly transcripts: string;
  /** Downloaded models. */
  readonly models: string;
  /** The unpacked browser. Root draws as somebody else, who cannot read in a home, so its browser is where all can. */
  readonly browser: string;
  /** What renders keep while they run. */
  readonly temporary: string;
  /** What single frames keep while they are made. */
  readonly frames: string;
}

/** The modes of a folder: for its owner alone; what others may do; the sign of folders such as `/tmp`. */
const PRIVATE = 0o700;
const EVERYBODYS = 0o077;
const SHARED = 0o1000;

const KeyFile = z.strictObject({ v1: z.string().min(1), stage: z.string().min(1) });

/** The places in a home folder, whether or not it is there. */
export function homeAt(folder: string): Home {
  return {
    folder,
    database: join(folder, 'database'),
    cache: join(folder, 'cache'),
    transcripts: join(folder, 'transcripts'),
    models: join(folder, 'models'),
    browser: process.getuid?.() === 0 ? '/var/cache/kinora' : join(folder, 'browser'),
    temporary: join(folder, 'tmp'),
    frames: join(folder, 'tmp', 'frames'),
  };
}

/**
 * Makes the home folder if absent, and keeps it, if it is ours, to its owner alone.
 *
 * @throws {KinoraError} `setting_wrong` when it cannot be made or written.
 */
export async function openHome(folder: string): Promise<Home> {
  const home = homeAt(folder);
  try {
    await mkdir(folder, { recursive: true, mode: PRIVATE });
    await keepPrivate(folder);
    await mkdir(home.frames, { recursive: true });
  } catch (error) {
    if (error instanceof KinoraError) throw error;
    throw new KinoraError(
      'setting_wrong',
      `KINORA_HOME is "${folder}", which cannot be written; it may be a folder that this user can write.`,
      { cause: error },
    );
  }
  return home;
}

/** Milliseconds; no frame takes so long. */
const FRAME_IS_OLD = 3_600_000;

/**
 * Removes what was left of frames when their process died.
 *
 * @param alone Whether no other process uses the home; else only what is too old to be used goes.
 */
export async function removeLeftFrames({ frames }: Home, alone: boolean): Promise<void> {
  for (const name of await readdir(frames)) {
    const path = join(frames, name);
    if (alone || (await isOld(path))) await rm(path, { recursive: true, force: true });
  }
}

async function isOld(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > FRAME_IS_OLD;
  } catch (error) {
    // Its own process was faster.
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** The database in it writes its files for everybody to read. */
async function keepPrivate(folder: string): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (uid !== process.getuid?.() || (mode & EVERYBODYS) === 0) return;
  if ((mode & SHARED) !== 0 || dirname(folder) === folder) {
    throw new KinoraError(
      'setting_wrong',
      `KINORA_HOME is "${folder}", which others use as well; it may be a folder of its own.`,
    );
  }
  await chmod(folder, PRIVATE);
}

/** The first account's keys from the home folder; made and kept there, readable by the owner alone, at the first call. */
export async function homeKeys({ folder }: Home): Promise<KeyPair> {
  const path = join(folder, 'keys.json');
  const text = (await readIfThere(path)) ?? (await makeKeys(path));
  const kept = KeyFile.safeParse(jsonOrUndefined(text));
  if (kept.success) return kept.data;
  throw new KinoraError(
    'setting_wrong',
    `${path} is damaged; it may be {"v1":"<key>","stage":"<key>"}, or absent to get new keys.`,
  );
}

/** What signs the addresses of files, when no setting says so; made and kept as the keys are. */
export async function homeFilesSecret({ folder }: Home): Promise<string> {
  const path = join(folder, 'files.secret');
  return (await readIfThere(path)) ?? (await keepFirst(path, randomBytes(32).toString('base64url')));
}

/**
 * What this home encrypts with: random bytes, made and kept there, readable by the owner alone, at the first call.
 *
 * @param bytes how many.
 */
export async function homeSecret({ folder }: Home, bytes: number): Promise<Buffer> {
  const path = join(folder, 'credentials.key');
  const text =
    (await readIfThere(path)) ?? (await keepFirst(path, `${randomBytes(bytes).toString('base64')}\n`));
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length === bytes) return key;
  throw new KinoraError(
    'setting_wrong',
    `${path} is damaged; it may be ${bytes} bytes in base64, or absent to get a new key, with which stored credentials cannot be read.`,
  );
}

function makeKeys(path: string): Promise<string> {
  const keys: KeyPair = { v1: newKey(), stage: newKey() };
  return keepFirst(path, `${JSON.stringify(keys, null, 2)}\n`);
}

/** Returns the text of the file, which is another process's when that was faster. */
async function keepFirst(path: string, text: string): Promise<string> {
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, text, { mode: 0o600, flush: true });
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
