import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import { flushToDisk } from './flush-to-disk.ts';

/**
 * Resumable uploads in a folder. The id of an upload is its name. Unlike the store of the package, this one
 * flushes the bytes to the disk before it acknowledges them.
 */
export class DiskResumableStore extends FileStore {
  /** @param expirationMs milliseconds after which an upload can no longer be resumed. */
  constructor(directory: string, expirationMs: number) {
    super({ directory, expirationPeriodInMilliseconds: expirationMs });
    this.extensions = this.extensions.filter((name) => name !== 'creation-defer-length');
  }

  override async write(body: Readable, id: string, from: number): Promise<number> {
    const offset = await super.write(body, id, from);
    await flushToDisk(join(this.directory, id));
    return offset;
  }
}
