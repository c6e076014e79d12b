import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readWithResume } from '../../destinations/read-in-parts.ts';
import {
  createMissingUploadError,
  groupIncomingFiles,
  type IncomingArea,
  type IncomingFile,
  INCOMING_FOLDER,
  requireIncomingName,
  type ResumableOptions,
  type ResumableStore,
} from './incoming-area.ts';
import { limitLength } from '../limit-length.ts';
import { contentTypeOf } from '../media-type.ts';
import { PLAIN_BYTES, type S3Objects } from '../s3-objects.ts';

/** The received bytes in an S3 service. */
export class S3IncomingArea implements IncomingArea {
  private readonly objects: S3Objects;
  private readonly objectNameOfKey: (key: string) => string;

  /** @param objectNameOfKey returns the name of the object with a storage key. */
  constructor(objects: S3Objects, objectNameOfKey: (key: string) => string) {
    this.objects = objects;
    this.objectNameOfKey = objectNameOfKey;
  }

  async receive(name: string, body: Readable, maxBytes: number): Promise<number> {
    const target = { name: this.objectNameOf(name), type: PLAIN_BYTES };
    const parts = splitIntoParts(limitLength(body, maxBytes), this.objects.policy.partBytes);
    // An upload to S3 needs at least one part, so it begins with the first one.
    const first = await parts.next();
    if (first.done === true) return 0;
    let bytes = 0;
    const all = async function* (): AsyncGenerator<Buffer> {
      bytes += first.value.length;
      yield first.value;
      for await (const part of parts) {
        bytes += part.length;
        yield part;
      }
    };
    await this.objects.putParts(target, all());
    return bytes;
  }

  async fetch(name: string, folder: string, signal?: AbortSignal): Promise<string> {
    const path = join(folder, name);
    const object = this.objectNameOf(name);
    const bytes = await this.size(name);
    if (bytes === undefined) throw createMissingUploadError();
    const open = async (from = 0): Promise<Readable> =>
      bytes === 0 ? Readable.from([]) : await this.objects.open(object, { from, to: bytes - 1 }, signal);
    const ending = AbortSignal.any([this.objects.signal, ...(signal === undefined ? [] : [signal])]);
    await pipeline(readWithResume({ bytes, open }, ending), createWriteStream(path));
    return path;
  }

  async size(name: string): Promise<number | undefined> {
    return (await this.objects.inspect(this.objectNameOf(name)))?.size;
  }

  async publish(name: string, key: string, check?: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    const target = { name: this.objectNameOfKey(key), type: contentTypeOf(key), check, signal };
    await this.objects.copy(this.objectNameOf(name), target);
  }

  async delete(name: string): Promise<void> {
    const store = await this.openResumableStore({ expirationMs: 0 });
    await store.datastore.remove(store.idOf(name));
  }

  async list(): Promise<readonly IncomingFile[]> {
    const folder = this.objects.nameOf(`${INCOMING_FOLDER}/`);
    const files: IncomingFile[] = [];
    for await (const { name, modified } of this.objects.list(folder))
      files.push({ name: name.slice(folder.length), since: modified });
    return groupIncomingFiles(files);
  }

  async openResumableStore({ expirationMs }: ResumableOptions): Promise<ResumableStore> {
    // Loaded on first use, because loading takes time.
    const { S3ResumableStore } = await import('./s3-resumable-store.ts');
    return {
      datastore: new S3ResumableStore(this.objects, expirationMs),
      idOf: (name) => this.objectNameOf(name),
    };
  }

  private objectNameOf(name: string): string {
    return this.objects.nameOf(`${INCOMING_FOLDER}/${requireIncomingName(name)}`);
  }
}

/** Collects bytes to parts of one size. The last one may be smaller. */
async function* splitIntoParts(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let filled = 0;
  for await (let chunk of bytes) {
    while (filled + chunk.length >= size) {
      const rest = size - filled;
      yield Buffer.concat([...chunks, chunk.subarray(0, rest)]);
      chunk = chunk.subarray(rest);
      chunks = [];
      filled = 0;
    }
    chunks.push(chunk);
    filled += chunk.length;
  }
  if (filled > 0) yield Buffer.concat(chunks);
}
