import { constants, copyFile, link, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { errorCodeOf } from '../base/error-code.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { KinoraError } from '../base/errors.ts';
import { type ListedFile, walkFiles } from '../base/walk-files.ts';
import { makeFolder, makeSingleFolder } from '../base/disk/make-folder.ts';
import { DiskIncomingArea, toStorageError } from './incoming/disk-incoming-area.ts';
import { folderOfSet } from './sets/file-set.ts';
import { flushFile, flushName, renameFlushed } from '../base/disk/flush.ts';
import { INCOMING_FOLDER } from './incoming/incoming-area.ts';
import { DiskSegments } from './segments/disk-segments.ts';
import { SEGMENTS_FOLDER } from './segments/kept-name.ts';
import { type ByteRange, isStorageKey, type Storage, type StoredFile } from './storage.ts';
import { usePath } from '../base/process/paths-in-use.ts';

/**
 * The folder for unfinished files. Inside the storage folder, so that a rename stays within one file system.
 * Because of the dot, Kinora never serves its files.
 */
export const PARTIAL_FOLDER = '.unfinished';
/** The content of the file that a check stores: a block of a disk. */
const PROBE = Buffer.alloc(4096, 'k');
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
    await this.remove(this.pathOf(key));
    const set = folderOfSet(key);
    if (set !== undefined) await this.remove(join(this.folder, set));
  }

  list(folder?: string): AsyncIterable<ListedFile> {
    return walkFiles(this.folder, folder);
  }

  openSegments(maxBytes: number): DiskSegments {
    return new DiskSegments(join(this.folder, SEGMENTS_FOLDER), maxBytes);
  }

  async check(): Promise<void> {
    const probe = join(this.folder, PARTIAL_FOLDER, randomUUID());
    try {
      // An empty file needs no block, so a full disk would take it.
      await writeFile(probe, PROBE, { flush: true });
    } finally {
      await rm(probe, { force: true });
    }
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
    const partials = join(this.folder, PARTIAL_FOLDER);
    const partial = join(partials, randomUUID());
    using _inUse = usePath(partial);
    try {
      await create(partial);
      await this.createParents(key);
      await check?.();
      await renameFlushed(partial, target);
    } catch (error) {
      throw await toStorageError(error, partials);
    } finally {
      await rm(partial, { force: true });
    }
  }

  /**
   * Creates the folders of a key. Does not create the storage folder again: if that has vanished, its disk is no
   * longer mounted, and the files would fill another disk.
   */
  private async createParents(key: string): Promise<void> {
    let path = this.folder;
    for (const name of key.split('/').slice(0, -1)) {
      path = join(path, name);
      await makeSingleFolder(path);
    }
  }

  /** Removes a file or folder, so that a power cut does not bring it back. */
  private async remove(path: string): Promise<void> {
    await rm(path, { recursive: true, force: true });
    await ignoreMissing(flushName(path));
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
  await flushFile(copy);
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

/** Opens a storage in a folder only to list and delete its files. Creates and checks nothing. */
export function listDiskStorage(
  folder: string,
): Pick<Storage, 'folder' | 'list' | 'delete' | 'openSegments'> {
  return new DiskStorage(folder);
}

/** The options of a storage folder. */
export interface DiskStorageOptions {
  /**
   * True to create the folder if it is missing. Only for a folder in the home: elsewhere, a missing folder may
   * be a disk that is not mounted, and the files would fill another disk.
   */
  readonly mayCreate: boolean;
  /** True if Kinora has used the folder before, so that an empty one is probably not the same. */
  readonly wasUsed?: boolean;
}

/**
 * Opens a storage in a folder of this machine. Several processes may share it.
 *
 * @throws {KinoraError} `invalid_setting` if the folder is missing, cannot be created or is not writable.
 */
export async function openDiskStorage(
  folder: string,
  { mayCreate, wasUsed = false }: DiskStorageOptions = { mayCreate: true },
): Promise<Storage> {
  const storage = new DiskStorage(folder);
  try {
    if (mayCreate) await makeFolder(folder);
    if (wasUsed) await checkMarker(folder);
    await makeSingleFolder(join(folder, PARTIAL_FOLDER));
    await makeSingleFolder(join(folder, INCOMING_FOLDER));
    await storage.check();
    await removeStalePartials(join(folder, PARTIAL_FOLDER));
  } catch (error) {
    if (error instanceof KinoraError) throw error;
    throw createUnusableError(folder, error);
  }
  return storage;
}

/** Rejects a folder that Kinora has used, but that has lost the files of Kinora. */
async function checkMarker(folder: string): Promise<void> {
  const marker = join(folder, PARTIAL_FOLDER);
  if ((await ignoreMissing(stat(marker))) !== undefined) return;
  await stat(folder);
  throw new KinoraError(
    'invalid_setting',
    `KINORA_STORAGE is "${folder}", which no longer has the files that Kinora stored there. Mount the disk that holds them. To begin with an empty folder instead, create the folder "${marker}".`,
  );
}

const UNUSABLE: Readonly<Record<string, string>> = {
  ENOENT: 'which does not exist. Create the folder, or mount the disk that holds it.',
  EEXIST: 'which is a file. Choose a folder.',
  ENOTDIR: 'which is not a folder. Choose a folder.',
  ENOSPC: 'on a disk that is full. Make space, or choose another folder.',
  EROFS: 'on a read-only disk. Mount it writable. The system makes a disk read-only if it fails.',
};

function createUnusableError(folder: string, cause: unknown): KinoraError {
  const code = errorCodeOf(cause) ?? 'unknown reason';
  const what =
    UNUSABLE[code] ??
    `which is not writable by this user (${code}). Choose another folder or change its permissions.`;
  return new KinoraError('invalid_setting', `KINORA_STORAGE is "${folder}", ${what}`, { cause });
}
