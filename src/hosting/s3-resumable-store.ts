import { Readable } from 'node:stream';
import { S3Store } from '@tus/s3-store';
import type { Upload } from '@tus/server';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { SILENT } from '../base/logger.ts';
import { type SignedRequest, toSignedUrl } from '../destinations/s3/guarded-s3-client.ts';
import type { Outbound, OutboundRequest } from '../outbound/index.ts';
import type { S3Objects } from './s3-objects.ts';

/** Minimum size of a part in Amazon S3, except the last. */
const MIN_PART_BYTES = 5 * 1024 * 1024;
/**
 * Maximum number of parts that this process receives and sends at the same time. High, because a part counts
 * while a slow client is still sending it.
 */
const MAX_PARTS = 256;
/** The codes of connections that broke or timed out. */
const NETWORK_CODES = /^(ECONN|EPIPE$|ETIMEDOUT$|EAI_AGAIN$|ENOTFOUND$|EHOST|UND_ERR_)/;
const MISSING: readonly unknown[] = ['NotFound', 'NoSuchKey', 'NoSuchUpload'];

/**
 * Resumable uploads in S3. The id of an upload is the name of its object. Unlike the store of the package, this
 * one notices if the parts of an upload have vanished, and completes an upload whose server ended after the
 * last part.
 */
export class S3ResumableStore extends S3Store {
  /** @param expirationMs milliseconds after which an upload can no longer be resumed. 0 for no limit. */
  constructor({ location, connection, policy, signal }: S3Objects, expirationMs: number) {
    const timeoutMs = policy.uploads.timeoutMs;
    super({
      partSize: policy.partBytes,
      minPartSize: Math.min(MIN_PART_BYTES, policy.partBytes),
      maxConcurrentPartUploads: MAX_PARTS,
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
    return blameS3(() => super.write(source, id, offset));
  }

  override getUpload(id: string): Promise<Upload> {
    return blameS3(() => this.findUpload(id));
  }

  private async findUpload(id: string): Promise<Upload> {
    // The package takes an upload for missing if S3 does not respond.
    if ((await ignoreMissingObject(() => this.getMetadata(id))) === undefined)
      throw createMissingUploadError();
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
    if (completed === undefined) throw createMissingUploadError();
  }
}

/** Keeps nothing, because another server may change or remove an upload. */
const NO_CACHE = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};

/** Does work of the package. If S3 fails, says so instead of how. */
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

function createMissingUploadError(): KinoraError {
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
