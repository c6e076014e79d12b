import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';

/** The paths in a home folder. */
export interface Home {
  readonly folder: string;
  /** The embedded database. */
  readonly database: string;
  /** Downloaded sources. */
  readonly cache: string;
  /** Transcripts of audio. */
  readonly transcripts: string;
  /** Downloaded models. */
  readonly models: string;
  /** The unpacked browser. As root, the browser runs as another user, who cannot read a home folder, so it is in a shared folder. */
  readonly browser: string;
  /** Temporary files of renders. */
  readonly temporary: string;
  /** Temporary files of single frames. */
  readonly frames: string;
}

/** The modes of a folder: for its owner alone, the permissions of others, and the bit of folders such as `/tmp`. */
const PRIVATE_MODE = 0o700;
const OTHERS_MODE = 0o077;
const STICKY_BIT = 0o1000;

/** Returns the paths in a home folder, which need not exist. */
export function locateHome(folder: string): Home {
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
 * Opens the home folder, which is created if absent. If it is ours, only its owner can open it.
 *
 * @throws {KinoraError} `invalid_setting` if it cannot be created or written.
 */
export async function openHome(folder: string): Promise<Home> {
  const home = locateHome(folder);
  try {
    await mkdir(folder, { recursive: true, mode: PRIVATE_MODE });
    await makePrivate(folder);
    await mkdir(home.frames, { recursive: true });
  } catch (error) {
    if (error instanceof KinoraError) throw error;
    throw new KinoraError(
      'invalid_setting',
      `KINORA_HOME is "${folder}", which cannot be written; it may be a folder that this user can write.`,
      { cause: error },
    );
  }
  return home;
}

/** No frame takes this long. */
const FRAME_MAX_AGE_MS = 3_600_000;

/**
 * Removes the temporary files of frames whose process died.
 *
 * @param isExclusive true if no other process uses the home. Otherwise only files that are too old to be used are removed.
 */
export async function removeStaleFrames({ frames }: Home, isExclusive: boolean): Promise<void> {
  for (const name of await readdir(frames)) {
    const path = join(frames, name);
    if (isExclusive || (await isOld(path))) await rm(path, { recursive: true, force: true });
  }
}

async function isOld(path: string): Promise<boolean> {
  // Missing if its own process was faster.
  const found = await ignoreMissing(stat(path));
  return found !== undefined && Date.now() - found.mtimeMs > FRAME_MAX_AGE_MS;
}

/** Restricts a folder to its owner, because the database in it writes files that every user can read. */
async function makePrivate(folder: string): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (uid !== process.getuid?.() || (mode & OTHERS_MODE) === 0) return;
  if ((mode & STICKY_BIT) !== 0 || dirname(folder) === folder) {
    throw new KinoraError(
      'invalid_setting',
      `KINORA_HOME is "${folder}", which others use as well; it may be a folder of its own.`,
    );
  }
  await chmod(folder, PRIVATE_MODE);
}
