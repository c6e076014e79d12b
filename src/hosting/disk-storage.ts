import { constants, copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCodeOf } from '../base/error-code.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { KinoraError } from '../base/errors.ts';
import { DiskIncomingArea } from './disk-incoming-area.ts';
import { flushToDisk } from './flush-to-disk.ts';
import { INCOMING_FOLDER } from './incoming-area.ts';
import { type ByteRange, isStorageKey, type Storage, type StoredFile } from './storage.ts';

// Inside the storage folder, so that a rename stays within one file system. Because of the dot, Kinora never
// serves its files.
const PARTIAL_FOLDER = '.unfinished';
const MAX_PARTIAL_AGE_MS = 24 * 3600 * 1000;

class DiskStorage implements Storage {
  readonly folder: string;
  readonly remote = undefined;
  readonly incoming: DiskIncomingArea;

  constructor(folder: string) {
    this.folder = folder;
    this.incoming = new DiskIncomingArea(join(folder, INCOMING_FOLDER), (path, key, check) =>
      this.replace(key, (partial) => linkOrCopy(path, partial), check),
    );
  }

  async put(key: string, file: string, check?: () => Promise<void>): Promise<void> {
    await this.replace(key, (partial) => copyToDisk(file, partial), check);
  }

  async copy(from: string, to: string): Promise<void> {
    const path = this.pathOf(from);
    await this.replace(to, (partial) => linkOrCopy(path, partial));
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

  /** Replaces a file by a new one that `create` makes at a path beside it. */
  private async replace(
    key: string,
    create: (partial: string) => Promise<void>,
    check?: () => Promise<void>,
  ): Promise<void> {
    const target = this.pathOf(key);
    const partial = join(this.folder, PARTIAL_FOLDER, randomUUID());
    try {
      await create(partial);
      await mkdir(dirname(target), { recursive: true });
      await check?.();
      await rename(partial, target);
    } finally {
      await rm(partial, { force: true });
    }
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

async function copyToDisk(path: string, copy: string): Promise<void> {
  // If the file system supports it, the copy shares its blocks with the original.
  await copyFile(path, copy, constants.COPYFILE_FICLONE);
  // Otherwise a power cut after the rename could leave an empty file under the final name.
  await flushToDisk(copy);
}

/** Gives a file of the storage another name. Such a file never changes, so both names can share its bytes. */
async function linkOrCopy(path: string, other: string): Promise<void> {
  try {
    await link(path, other);
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT')
      throw new KinoraError('not_found', 'There is no such file.', { cause: error });
    // Not every file system has hard links.
    await copyToDisk(path, other);
  }
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
    await mkdir(join(folder, INCOMING_FOLDER), { recursive: true });
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
