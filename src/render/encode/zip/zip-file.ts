import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import ZipStream from 'zip-stream';

/** The date of all entries, the first one that a zip can name, so that equal edits make equal files. */
const DATE = new Date(Date.UTC(1980, 0, 1));

/**
 * Writes a zip file whose entries are stored, not compressed. Only the entry that is being written is in memory.
 * Files and numbers of entries that are too large for a plain zip are written as zip64. Close it with `await
 * using`.
 */
export class ZipFile implements AsyncDisposable {
  private readonly stream = new ZipStream({ store: true });
  /** Resolves when the whole file is written. Rejects with the error of the disk. */
  private readonly written: Promise<void>;

  /** @param path the local file to write. An existing file is replaced. */
  constructor(path: string) {
    this.written = pipeline(this.stream, createWriteStream(path));
    // The next call throws the error. Until then, Node.js must not treat it as an unhandled rejection.
    this.written.catch(() => undefined);
  }

  /** Adds an entry. It must be complete before the next one. @param name name without folders. */
  async add(name: string, bytes: Buffer): Promise<void> {
    await this.append(name, bytes);
  }

  /** Adds an entry with the bytes of a local file. */
  async addFile(name: string, path: string): Promise<void> {
    const file = createReadStream(path);
    try {
      await Promise.race([this.append(name, file), failOf(file)]);
    } finally {
      file.destroy();
    }
  }

  /** Writes the list of the entries. Nothing can be added afterwards. */
  async finish(): Promise<void> {
    this.stream.finalize();
    await this.written;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stream.destroy();
    await Promise.allSettled([this.written]);
  }

  private async append(name: string, source: Parameters<ZipStream['entry']>[0]): Promise<void> {
    const added = Promise.withResolvers<undefined>();
    this.stream.entry(source, { name, date: DATE }, (error) => {
      if (error) added.reject(error);
      else added.resolve(undefined);
    });
    await this.unlessFailed(added.promise);
    if (this.stream.writableNeedDrain) await this.unlessFailed(once(this.stream, 'drain'));
  }

  /** Waits for a step, or throws the error of the disk. */
  private async unlessFailed(step: Promise<unknown>): Promise<void> {
    await Promise.race([step, this.written]);
  }
}

/** Rejects with the error of a stream. Never resolves. */
async function failOf(stream: NodeJS.EventEmitter): Promise<never> {
  const [error] = (await once(stream, 'error')) as [Error];
  throw error;
}
