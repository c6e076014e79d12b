import { constants, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCodeOf } from '../base/error-code.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { KinoraError } from '../base/errors.ts';
import { type ByteRange, isStorageKey, type Storage, type StoredFile } from './storage.ts';

// Inside the storage folder, so that a rename stays within one file system. Because of the dot, Kinora never
// serves its files.
const PARTIAL_FOLDER = '.unfinished';
const MAX_PARTIAL_AGE_MS = 24 * 3600 * 1000;

class DiskStorage implements Storage {
  readonly folder: string;
  readonly remote = undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  async put(key: string, file: string, check?: () => Promise<void>): Promise<void> {
    const target = this.pathOf(key);
    const partial = join(this.folder, PARTIAL_FOLDER, randomUUID());
    try {
      // If the file system supports it, the copy shares its blocks with the original.
      await copyFile(file, partial, constants.COPYFILE_FICLONE);
      await flushToDisk(partial);
      await mkdir(dirname(target), { recursive: true });
      await check?.();
      await rename(partial, target);
    } finally {
      await rm(partial, { force: true });
    }
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const file = await open(this.pathOf(key));
      return file.createReadStream(range && { start: range.from, end: range.to });
    } catch (error) {
      if (errorCodeOf(error) === 'ENOENT')
        throw new KinoraError('not_found', 'There is no such file.', { cause: error });
      throw error;
    }
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const found = await ignoreMissing(stat(this.pathOf(key)));
    if (!found?.isFile()) return undefined;
    const etag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`;
    return { size: found.size, modified: found.mtime, etag };
  }

  async delete(key: string): Promise<void> {
    await rm(this.pathOf(key), { force: true });
  }

  async check(): Promise<void> {
    const probe = join(this.folder, PARTIAL_FOLDER, randomUUID());
    await (await open(probe, 'w')).close();
    await rm(probe);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private pathOf(key: string): string {
    if (!isStorageKey(key)) throw new KinoraError('not_found', 'There is no such file.');
    return join(this.folder, key);
  }
}

/**
 * Removes the partial files of dead processes. Keeps recent ones, which another process may still be writing.
 */
async function removeStalePartials(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await ignoreMissing(stat(path));
    if (found !== undefined && Date.now() - found.mtimeMs > MAX_PARTIAL_AGE_MS)
      await rm(path, { force: true });
  }
}

/**
 * Flushes a file to the disk. Otherwise a power cut after the rename could leave an empty file under the
 * final name.
 */
async function flushToDisk(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

/**
 * Opens a storage in a folder of this machine. Creates the folder if missing. Several processes may share it.
 *
 * @throws {KinoraError} `invalid_setting` if the folder cannot be created or is not writable.
 */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const storage = new DiskStorage(folder);
  try {
    await mkdir(join(folder, PARTIAL_FOLDER), { recursive: true });
    await storage.check();
    await removeStalePartials(join(folder, PARTIAL_FOLDER));
  } catch (error) {
    throw new KinoraError(
      'invalid_setting',
      'The folder in KINORA_STORAGE is not writable by this user. Choose another folder or change its permissions.',
      { cause: error },
    );
  }
  return storage;
}
