import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type MetadataValue, S3Store } from '@tus/s3-store';
import { StreamSplitter, type Upload } from '@tus/server';
import { errorCodeOf } from '../../base/error-code.ts';
import { KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/logger.ts';
import { type SignedRequest, toSignedUrl } from '../../destinations/s3/guarded-s3-client.ts';
import type { Outbound, OutboundRequest } from '../../outbound/index.ts';
import { openPartFolder, type OwnFolder } from '../../base/disk/part-folder.ts';
import type { S3Objects } from '../s3-objects.ts';

/** Minimum size of a part in Amazon S3, except the last. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
/** The codes of connections that broke or timed out. */
const NETWORK_CODES = /^(ECONN|EPIPE$|ETIMEDOUT$|EAI_AGAIN$|ENOTFOUND$|EHOST|UND_ERR_)/;
const MISSING: readonly unknown[] = ['NotFound', 'NoSuchKey', 'NoSuchUpload'];

/**
 * Resumable uploads in S3. The id of an upload is the name of its object. Unlike the store of the package, this
 * one notices if the parts of an upload have vanished, and completes an upload whose server ended after the
 * last part. It keeps the parts that wait to be sent in a folder that is removed if this process dies.
 */
export class S3ResumableStore extends S3Store {
  /** Folder for the parts of all requests that run. */
  private readonly folder = new SharedFolder();

  /** @param expirationMs milliseconds after which an upload can no longer be resumed. 0 for no limit. */
  constructor({ location, connection, policy, signal }: S3Objects, expirationMs: number) {
    const timeoutMs = policy.uploads.timeoutMs;
    super({
      partSize: policy.partBytes,
      minPartSize: Math.min(MIN_PART_BYTES, policy.partBytes),
      useTags: false,
      cache: NO_CACHE,
      expirationPeriodInMilliseconds: expirationMs,
      s3ClientConfig: {
        ...connection.config,
        bucket: location.bucket,
        // Failures are reported by the errors themselves.
        logger: SILENT,
        requestHandler: createRequestHandler(connection.outbound, timeoutMs, signal),
      },
    });
    this.extensions = this.extensions.filter((name) => name !== 'creation-defer-length');
  }

  override create(upload: Upload): Promise<Upload> {
    return blameS3(() => super.create(upload));
  }

  override write(source: Readable, id: string, offset: number): Promise<number> {
    return blameS3(() => this.folder.use(() => super.write(source, id, offset)));
  }

  /** Sends bytes in parts. Receives the next part while one is sent. Returns the number of bytes. */
  protected override async uploadParts(
    metadata: MetadataValue,
    source: Readable,
    firstPart: number,
    offset: number,
  ): Promise<number> {
    let [part, end] = [firstPart, offset];
    let sending = Promise.resolve();
    const chunkSize = this.calcOptimalPartSize(metadata.file.size);
    const splitter = new StreamSplitter({ chunkSize, directory: await this.folder.path });
    // The package awaits what listeners return.
    const onPart: (part: PartFile) => unknown = async ({ path, size }) => {
      await sending;
      end += size;
      const isWhole = size >= this.minPartSize || end === metadata.file.size;
      sending = this.sendPart(metadata, path, isWhole ? part++ : undefined);
      // It is awaited before the next part and at the end.
      sending.catch(() => undefined);
    };
    splitter.on('chunkFinished', onPart);
    try {
      await pipeline(source, splitter);
    } finally {
      await sending;
    }
    return end - offset;
  }

  protected override async uniqueTmpFileName(template: string): Promise<string> {
    return join(await this.folder.path, template + randomUUID());
  }

  /** Sends a part. @param part its number, undefined for one that the next request completes. */
  private async sendPart(metadata: MetadataValue, path: string, part: number | undefined): Promise<void> {
    const bytes = createReadStream(path);
    if (part === undefined) await this.uploadIncompletePart(metadata.file.id, bytes);
    else await this.uploadPart(metadata, bytes, part);
    await rm(path, { force: true });
  }

  override getUpload(id: string): Promise<Upload> {
    return blameS3(() => this.findUpload(id));
  }

  private async findUpload(id: string): Promise<Upload> {
    // The package takes an upload for missing if S3 does not respond.
    if ((await ignoreMissingObject(() => this.getMetadata(id))) === undefined) throw createGoneUploadError();
    const upload = await super.getUpload(id);
    // The package takes an upload without parts for complete, even if its parts were removed.
    if (upload.offset === upload.size && !(await this.hasObject(id))) await this.complete(id, upload.offset);
    return upload;
  }

  /** Removes an upload, complete or not. A missing upload is not an error. */
  override remove(id: string): Promise<void> {
    return blameS3(() => this.removeObjects(id));
  }

  private async removeObjects(id: string): Promise<void> {
    const { bucket: Bucket } = this;
    await ignoreMissingObject(async () => {
      const { 'upload-id': UploadId } = await this.getMetadata(id);
      await this.client.abortMultipartUpload({ Bucket, Key: id, UploadId });
    });
    for (const Key of [id, this.partKey(id, true), this.infoKey(id)])
      await ignoreMissingObject(() => this.client.deleteObject({ Bucket, Key }));
  }

  private async hasObject(Key: string): Promise<boolean> {
    const found = await ignoreMissingObject(() => this.client.headObject({ Bucket: this.bucket, Key }));
    return found !== undefined;
  }

  private async complete(id: string, offset: number): Promise<void> {
    // Writing nothing at the end joins the parts.
    const completed = await ignoreMissingObject(() => this.write(Readable.from([]), id, offset));
    if (completed === undefined) throw createGoneUploadError();
  }
}

/** A part on the disk. */
interface PartFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

/** A folder that exists while it is in use. */
class SharedFolder {
  private users = 0;
  private opening: Promise<OwnFolder> | undefined;

  /** The path of the folder. Only for work of {@link use}. */
  get path(): Promise<string> {
    this.opening ??= openPartFolder();
    return this.opening.then(({ path }) => path);
  }

  /** Does work that may use the folder. Removes the folder if no other work uses it. */
  async use<Value>(work: () => Promise<Value>): Promise<Value> {
    this.users++;
    try {
      return await work();
    } finally {
      this.users--;
      if (this.users === 0) await this.remove();
    }
  }

  private async remove(): Promise<void> {
    const { opening } = this;
    this.opening = undefined;
    await (await opening?.catch(() => undefined))?.[Symbol.asyncDispose]();
  }
}

/** Keeps nothing, because another server may change or remove an upload. */
const NO_CACHE = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};

/** Runs code of the package. If S3 fails, the error says only that. */
async function blameS3<Value>(work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const isOfS3 = error instanceof Error && '$fault' in error && !MISSING.includes(error.name);
    const isOfConnection = NETWORK_CODES.test(errorCodeOf(error) ?? '');
    if (!isOfS3 && !isOfConnection) throw error;
    throw new KinoraError('storage_failed', 'The storage of Kinora does not respond. Try again later.', {
      cause: error,
    });
  }
}

async function ignoreMissingObject<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && MISSING.includes(error.name)) return undefined;
    throw error;
  }
}

function createGoneUploadError(): KinoraError {
  return new KinoraError('not_found', 'This upload no longer exists. Begin a new one.');
}

/** Creates the handler that sends the requests of the SDK through the guard. Streams the bodies. */
function createRequestHandler(outbound: Outbound, stallTimeoutMs: number, closing: AbortSignal) {
  return {
    async handle(
      request: Omit<SignedRequest, 'body'> & { readonly body?: OutboundRequest['body'] },
      { abortSignal }: { readonly abortSignal?: AbortSignal } = {},
    ) {
      const { statusCode, headers, body } = await outbound.request(toSignedUrl(request), {
        // The S3 commands use only these methods.
        method: request.method as NonNullable<OutboundRequest['method']>,
        headers: request.headers,
        ...(request.body !== undefined && { body: request.body }),
        stallTimeoutMs,
        signal: abortSignal === undefined ? closing : AbortSignal.any([closing, abortSignal]),
      });
      return { response: { statusCode, headers, body } };
    },
  };
}
