import { constants, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf } from '../base/code-of.ts';
import { KinoraError } from '../base/errors.ts';
import { type ByteRange, isKey, type Storage, type StoredFile } from './storage.ts';

// Beside the files, so that a rename moves within one file system; its dot keeps it out of what is served.
const UNFINISHED = '.unfinished';
const UNFINISHED_KEPT_MS = 24 * 3600 * 1000;

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

class DiskStorage implements Storage {
  readonly folder: string;
  readonly remote = undefined;

  constructor(folder: string) {
    this.folder = folder;
  }

  async put(key: string, file: string, check?: () => Promise<void>): Promise<void> {
    const target = this.#path(key);
    const unfinished = join(this.folder, UNFINISHED, randomUUID());
    try {
      // Where the file system can, the copy shares its blocks with the original and costs nothing.
      await copyFile(file, unfinished, constants.COPYFILE_FICLONE);
      await flush(unfinished);
      await mkdir(dirname(target), { recursive: true });
      await check?.();
      await rename(unfinished, target);
    } finally {
      await rm(unfinished, { force: true });
    }
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    try {
      const file = await open(this.#path(key));
      return file.createReadStream(range && { start: range.from, end: range.to });
    } catch (error) {
      if (isMissing(error)) throw new KinoraError('not_found', 'There is no such file.', { cause: error });
      throw error;
    }
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    try {
      const found = await stat(this.#path(key));
      if (!found.isFile()) return undefined;
      const etag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`;
      return { size: found.size, modified: found.mtime, etag };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true });
  }

  async check(): Promise<void> {
    const probe = join(this.folder, UNFINISHED, randomUUID());
    await (await open(probe, 'w')).close();
    await rm(probe);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #path(key: string): string {
    if (!isKey(key)) throw new KinoraError('not_found', 'There is no such file.');
    return join(this.folder, key);
  }
}

/** Left by processes that died; young ones may belong to a process that lives and shares the folder. */
async function removeOldUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (found !== undefined && Date.now() - found.mtimeMs > UNFINISHED_KEPT_MS)
      await rm(path, { force: true });
  }
}

/** Without it a power cut after the rename could leave an empty file under the final name. */
async function flush(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

/**
 * Stores files in a folder of this machine, made if absent. Several processes may share it.
 *
 * @throws {KinoraError} `setting_wrong` when the folder cannot be made or written.
 */
export async function openDiskStorage(folder: string): Promise<Storage> {
  const storage = new DiskStorage(folder);
  try {
    await mkdir(join(folder, UNFINISHED), { recursive: true });
    await storage.check();
    await removeOldUnfinished(join(folder, UNFINISHED));
  } catch (error) {
    throw new KinoraError(
      'setting_wrong',
      'KINORA_STORAGE names a folder that cannot be written; it may be a folder that this user can write.',
      { cause: error },
    );
  }
  return storage;
}
