import { createWriteStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorCodeOf } from '../../base/error-code.ts';
import { isDiskFull } from '../../base/disk/disk-full.ts';
import { createDiskFullError, KinoraError } from '../../base/errors.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';
import { flushFile, flushName } from '../../base/disk/flush.ts';
import {
  createMissingUploadError,
  DESCRIPTION,
  groupIncomingFiles,
  type IncomingArea,
  type IncomingFile,
  requireIncomingName,
  type ResumableOptions,
  type ResumableStore,
} from './incoming-area.ts';
import { limitLength } from '../limit-length.ts';

/** Stores the file at a path under a storage key without copying its bytes. */
type Publish = (path: string, key: string, check?: () => Promise<void>) => Promise<void>;

/** The received bytes in a folder. */
export class DiskIncomingArea implements IncomingArea {
  private readonly folder: string;
  private readonly publishFile: Publish;

  constructor(folder: string, publishFile: Publish) {
    this.folder = folder;
    this.publishFile = publishFile;
  }

  async receive(name: string, body: Readable, maxBytes: number): Promise<number> {
    const path = this.pathOf(name);
    const file = createWriteStream(path, { flags: 'wx' });
    try {
      await pipeline(limitLength(body, maxBytes), file);
      if (file.bytesWritten === 0) await rm(path);
      else {
        await flushFile(path);
        await flushName(path);
      }
      return file.bytesWritten;
    } catch (error) {
      // A file that is still being opened would be created after it was removed.
      if (!file.closed) await new Promise<void>((resolve) => file.once('close', resolve));
      await rm(path, { force: true });
      throw await toStorageError(error, this.folder);
    }
  }

  async fetch(name: string): Promise<string> {
    if ((await this.size(name)) === undefined) throw createMissingUploadError();
    return this.pathOf(name);
  }

  async size(name: string): Promise<number | undefined> {
    return (await ignoreMissing(stat(this.pathOf(name))))?.size;
  }

  async publish(name: string, key: string, check?: () => Promise<void>): Promise<void> {
    await this.publishFile(this.pathOf(name), key, check);
  }

  async delete(name: string): Promise<void> {
    const path = this.pathOf(name);
    await rm(path, { force: true });
    await rm(`${path}${DESCRIPTION}`, { force: true });
  }

  async list(): Promise<readonly IncomingFile[]> {
    const files: IncomingFile[] = [];
    for (const name of await readdir(this.folder)) {
      const found = await ignoreMissing(stat(join(this.folder, name)));
      if (found !== undefined) files.push({ name, since: found.mtime });
    }
    return groupIncomingFiles(files);
  }

  async openResumableStore({ expirationMs }: ResumableOptions): Promise<ResumableStore> {
    // The store would create its folder.
    await this.checkFolder();
    // Loaded on first use, because loading takes time.
    const { DiskResumableStore } = await import('./disk-resumable-store.ts');
    const datastore = new DiskResumableStore(this.folder, expirationMs, () => this.checkFolder());
    return { datastore, idOf: (name) => name };
  }

  /** @throws {KinoraError} `storage_failed` if the folder is missing. */
  private async checkFolder(): Promise<void> {
    try {
      await stat(this.folder);
    } catch (error) {
      throw await toStorageError(error, this.folder);
    }
  }

  private pathOf(name: string): string {
    return join(this.folder, requireIncomingName(name));
  }
}

/**
 * Converts an error of writing to a storage folder that has vanished, for example because its disk is no longer
 * mounted, or that is full. Returns any other error as it is.
 *
 * @param folder a folder that Kinora created in the storage folder.
 */
export async function toStorageError(error: unknown, folder: string): Promise<unknown> {
  if (isDiskFull(error)) return createDiskFullError(error);
  if (errorCodeOf(error) !== 'ENOENT' || (await ignoreMissing(stat(folder))) !== undefined) return error;
  return new KinoraError('storage_failed', 'The storage folder of Kinora is missing. Try again later.', {
    cause: error,
  });
}
