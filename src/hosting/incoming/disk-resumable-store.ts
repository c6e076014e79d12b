import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileStore } from '@tus/file-store';
import type { Upload } from '@tus/server';
import { flushFile, flushFolder } from '../../base/disk/flush.ts';
import { DESCRIPTION } from './incoming-area.ts';

/**
 * Resumable uploads in a folder. The id of an upload is its name. Unlike the store of the package, this one
 * flushes an upload and its bytes to the disk before it acknowledges them, and it does not create its folder again.
 */
export class DiskResumableStore extends FileStore {
  private readonly checkFolder: () => Promise<void>;

  /**
   * @param expirationMs milliseconds after which an upload can no longer be resumed.
   * @param checkFolder rejects if the folder is missing.
   */
  constructor(directory: string, expirationMs: number, checkFolder: () => Promise<void>) {
    super({ directory, expirationPeriodInMilliseconds: expirationMs });
    this.checkFolder = checkFolder;
    this.extensions = this.extensions.filter((name) => name !== 'creation-defer-length');
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.checkFolder();
    const created = await super.create(upload);
    const path = join(this.directory, upload.id);
    await Promise.all([flushFile(path), flushFile(`${path}${DESCRIPTION}`)]);
    await flushFolder(this.directory);
    return created;
  }

  /** Returns an upload with its offset, which counts only bytes that are on the disk. */
  override async getUpload(id: string): Promise<Upload> {
    const upload = await super.getUpload(id);
    // A request that was cut off, or a process that was killed, has left bytes that were not flushed.
    await flushFile(join(this.directory, id));
    return upload;
  }

  override async write(body: Readable, id: string, from: number): Promise<number> {
    const path = join(this.directory, id);
    const file = createWriteStream(path, { flags: 'r+', start: from });
    // Not the method of the package, which hides the reason of a failure: a full disk is not the client's fault.
    await pipeline(body, file);
    await flushFile(path);
    return from + file.bytesWritten;
  }
}
