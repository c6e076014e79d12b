import { chmod, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { makeFolder } from '../base/disk/make-folder.ts';

/** The paths in a home folder. */
export interface Home {
  readonly folder: string;
  /** The embedded database. */
  readonly database: string;
  /** Downloaded sources. */
  readonly cache: string;
  /** Coded segments of videos that were rendered before. */
  readonly segments: string;
  /** Transcripts of audio. */
  readonly transcripts: string;
  /** Downloaded models. */
  readonly models: string;
  /** Media that commands have generated. */
  readonly generated: string;
  /**
   * The unpacked browser. In a shared folder if Kinora runs as root: the browser then runs as another user,
   * who cannot read the home folder.
   */
  readonly browser: string;
  /** The unfinished uploads of `kinora ingest`, one file each. */
  readonly uploads: string;
  /** Temporary files of renders. */
  readonly temporary: string;
  /** Temporary files of single frames. */
  readonly frames: string;
}

/**
 * Mode bits: access for the owner only, the permissions of others, and the sticky bit of folders such as
 * `/tmp`.
 */
const PRIVATE_MODE = 0o700;
const OTHERS_MODE = 0o077;
const STICKY_BIT = 0o1000;

/** Returns the paths in a home folder, which need not exist. */
export function locateHome(folder: string): Home {
  return {
    folder,
    database: join(folder, 'database'),
    cache: join(folder, 'cache'),
    segments: join(folder, 'segments'),
    transcripts: join(folder, 'transcripts'),
    models: join(folder, 'models'),
    generated: join(folder, 'generated'),
    browser: process.getuid?.() === 0 ? '/var/cache/kinora' : join(folder, 'browser'),
    uploads: join(folder, 'uploads'),
    temporary: join(folder, 'tmp'),
    frames: join(folder, 'tmp', 'frames'),
  };
}

/**
 * Opens the home folder and creates it if missing. Removes the permissions of other users if this user owns
 * it.
 *
 * @throws {KinoraError} `invalid_setting` if the folder cannot be created, is not writable or is shared.
 */
export async function openHome(folder: string): Promise<Home> {
  const home = await createHome(folder);
  try {
    await makePrivate(folder);
    await makeFolder(home.frames);
  } catch (error) {
    if (error instanceof KinoraError) throw error;
    throw createUnusableHomeError(folder, error);
  }
  return home;
}

/**
 * Creates the home folder if it is missing.
 *
 * @throws {KinoraError} `invalid_setting` if the folder cannot be created.
 */
export async function createHome(folder: string): Promise<Home> {
  try {
    await makeFolder(folder, PRIVATE_MODE);
  } catch (error) {
    throw createUnusableHomeError(folder, error);
  }
  return locateHome(folder);
}

const UNUSABLE: Readonly<Record<string, string>> = {
  EEXIST: 'which is a file. Choose a folder.',
  ENOTDIR: 'but a part of this path is a file. Choose another folder.',
  ENOENT: 'where no folder can be created. Choose another folder.',
  ENOSPC: 'on a disk that is full. Make space or choose another folder.',
  EROFS: 'on a read-only disk. Mount it writable. The system makes a disk read-only if it fails.',
};

/** Creates the error of a home folder that cannot be used. It says why, and what to do. */
export function createUnusableHomeError(folder: string, cause: unknown): KinoraError {
  const code = errorCodeOf(cause) ?? 'unknown reason';
  const what =
    UNUSABLE[code] ??
    `which is not writable by this user (${code}). Choose another folder or change its permissions.`;
  return new KinoraError('invalid_setting', `KINORA_HOME is "${folder}", ${what}`, { cause });
}

/** Age in milliseconds at which temporary files of a frame are stale. A frame takes far less. */
const FRAME_MAX_AGE_MS = 3_600_000;

/**
 * Removes the temporary files of frames whose process died.
 *
 * @param isExclusive true if no other process uses the home. Otherwise removes only files that are too old to
 *   be in use.
 */
export async function removeStaleFrames({ frames }: Home, isExclusive: boolean): Promise<void> {
  for (const name of await readdir(frames)) {
    const path = join(frames, name);
    if (isExclusive || (await isOld(path))) await rm(path, { recursive: true, force: true });
  }
}

async function isOld(path: string): Promise<boolean> {
  // The process that created the file may have removed it in the meantime.
  const found = await ignoreMissing(stat(path));
  return found !== undefined && Date.now() - found.mtimeMs > FRAME_MAX_AGE_MS;
}

/**
 * Restricts a home folder to its owner. Otherwise every user could read the files that the database creates
 * there. Rejects a folder that others need, such as `/tmp` or `/etc`, because it would no longer be
 * accessible to them.
 */
async function makePrivate(folder: string): Promise<void> {
  const { uid, mode } = await stat(folder);
  if (uid !== process.getuid?.() || (mode & OTHERS_MODE) === 0) return;
  if ((mode & STICKY_BIT) !== 0 || (await isSystemFolder(folder))) {
    throw new KinoraError(
      'invalid_setting',
      `KINORA_HOME is "${folder}", a folder that all users share. Set KINORA_HOME to a folder for Kinora alone.`,
    );
  }
  await chmod(folder, PRIVATE_MODE);
}

/**
 * True if a folder is `/`, or a folder such as `/etc` or `/proc`: one in `/` with folders that are none of a
 * home.
 */
export async function isSystemFolder(folder: string): Promise<boolean> {
  const parent = dirname(folder);
  if (parent === folder) return true;
  if (dirname(parent) !== parent) return false;
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  // The file system of a new disk has `lost+found`.
  const known = [
    'lost+found',
    ...Object.values<string>({ ...locateHome(folder) }).map((path) => basename(path)),
  ];
  return folders.length > 0 && !folders.some((name) => known.includes(name));
}
