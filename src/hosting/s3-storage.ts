import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { hideFields } from '../base/hide-fields.ts';
import { KinoraError } from '../base/errors.ts';
import { discard, isRetryableStatus, retry } from '../outbound/index.ts';
import type { OutboundRequest, OutboundResponse } from '../outbound/index.ts';
import type { FileToSend } from '../destinations/destination-adapter.ts';
import { DEFAULT_POLICY, sendWithRetries, toRefusal } from '../destinations/provider-exchange.ts';
import type { ProviderResponse, ExchangePolicy, ProviderContext } from '../destinations/provider-exchange.ts';
import { createRefusal, createRetryableFailure } from '../destinations/provider-errors.ts';
import { uploadToS3 } from '../destinations/s3/s3-upload.ts';
import { mediaTypeOf } from './media-type.ts';
import { openS3Connection, signUrl } from './s3-connection.ts';
import type { S3Location, S3Connection } from './s3-connection.ts';
import { isStorageKey } from './storage.ts';
import type { SignedUrlOptions, ByteRange, RemoteStorage, Storage, StoredFile } from './storage.ts';

/** The part size, time limits and attempts of an S3 storage. */
export interface S3StoragePolicy {
  /**
   * Size of a part in bytes. Each upload holds one part in memory. Amazon requires at least 5 MiB for each
   * part except the last.
   */
  readonly partBytes: number;
  /** The policy of uploads. Generous, because no client is waiting. */
  readonly uploads: ExchangePolicy;
  /** The policy of everything else. Short, because a client may be waiting. */
  readonly interactive: ExchangePolicy;
}

const S3_STORAGE_POLICY: S3StoragePolicy = {
  partBytes: 8 * 1024 * 1024,
  uploads: DEFAULT_POLICY,
  interactive: { ...DEFAULT_POLICY, timeoutMs: 15_000, attempts: 3, firstPauseMs: 250 },
};
/** Milliseconds that {@link Storage.close} gives uploads to clean up. */
const CLOSING_MS = 5_000;
/**
 * The name of an object that proves access to the bucket. This name is not a storage key, so the object is
 * never served.
 */
const MARKER = '.kinora';
const PROVIDER = 'S3';

class S3Storage implements Storage {
  readonly folder = undefined;
  readonly remote: RemoteStorage;
  private readonly location: S3Location;
  private readonly connection: S3Connection;
  private readonly policy: S3StoragePolicy;
  private readonly closing = new AbortController();
  /** The unfinished uploads. */
  private readonly uploads = new Set<Promise<unknown>>();

  constructor(location: S3Location, connection: S3Connection, policy: S3StoragePolicy) {
    this.location = location;
    this.connection = connection;
    this.policy = policy;
    hideFields(this, 'location', 'connection');
    this.remote = {
      signUrl: location.redirect ? (key, options) => this.signPublicUrl(key, options) : undefined,
      request: (key, options) => this.request(key, options),
    };
  }

  async put(key: string, file: string, check?: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    await this.upload(this.objectNameOf(key), await toFileToSend(file, mediaTypeOf(key)), check, signal);
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const context = this.createContext(this.policy.interactive);
    const headers = range && { range: `bytes=${range.from}-${range.to}` };
    const options = {
      ...(headers && { headers }),
      stallTimeoutMs: context.policy.timeoutMs,
      signal: context.signal,
    };
    return await reportAsStorageFailure('could not read the file', () =>
      retry(context.policy, context, async () => {
        const response = await this.requestOnce(key, options);
        if (response.statusCode === (range === undefined ? 200 : 206)) return response.body;
        discard(response);
        throw toDownloadFailure(response.statusCode);
      }),
    );
  }

  stat(key: string): Promise<StoredFile | undefined> {
    return this.inspectObject(this.objectNameOf(key));
  }

  async delete(key: string): Promise<void> {
    await this.removeObject(this.objectNameOf(key));
  }

  /** Checks access by inspecting the marker. Stores the marker again if it is missing. */
  async check(): Promise<void> {
    const marker = this.withPrefix(MARKER);
    if ((await this.inspectObject(marker)) === undefined) await this.upload(marker, EMPTY_FILE);
  }

  /** Checks the permissions: stores, inspects and removes a test object. */
  async checkPermissions(): Promise<void> {
    const probe = this.withPrefix(`${MARKER}-${randomUUID()}`);
    await this.upload(probe, EMPTY_FILE);
    await this.inspectObject(probe);
    await this.removeObject(probe);
    await this.check();
  }

  async close(): Promise<void> {
    this.closing.abort(new KinoraError('stopping', 'The server is stopping. Try again later.'));
    // Wait until each upload has removed the parts that it has sent. Forgotten parts cost money.
    await Promise.race([Promise.allSettled(this.uploads), wait(CLOSING_MS, undefined, { ref: false })]);
    this.connection.client.destroy();
    await this.connection.outbound.close();
  }

  private async upload(
    Key: string,
    file: FileToSend,
    beforeCommit?: () => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void> {
    const { sdk, config } = this.connection;
    const context = this.createContext(this.policy.uploads, signal);
    const object = { Bucket: this.location.bucket, Key, ContentType: file.type };
    const upload = { sdk, context, config, object, beforeCommit };
    const running = uploadToS3(upload, file, this.policy.partBytes);
    this.uploads.add(running);
    try {
      await reportAsStorageFailure('could not store the file', () => running);
    } finally {
      this.uploads.delete(running);
    }
  }

  private async inspectObject(name: string): Promise<StoredFile | undefined> {
    const { status, headers } = await reportAsStorageFailure('could not find the file', () =>
      this.sendSigned('HEAD', name, [200, 404]),
    );
    if (status === 404) return undefined;
    const size = Number(headers['content-length']);
    // Some services omit the quotation marks of an ETag, so always add them.
    const etag = `"${(headers['etag'] ?? '').replace(/^W\//, '').replaceAll('"', '')}"`;
    return { size, modified: new Date(headers['last-modified'] ?? 0), etag };
  }

  private async removeObject(name: string): Promise<void> {
    await reportAsStorageFailure('could not remove the file', () =>
      this.sendSigned('DELETE', name, [200, 204, 404]),
    );
  }

  private async sendSigned(
    method: 'HEAD' | 'DELETE',
    Key: string,
    expected: readonly number[],
  ): Promise<ProviderResponse> {
    const context = this.createContext(this.policy.interactive);
    const object = { Bucket: this.location.bucket, Key };
    const response = await sendWithRetries(context, async () => ({
      method,
      url: new URL(await signUrl(this.connection, method, object)),
    }));
    if (!expected.includes(response.status)) throw toRefusal(context, response);
    return response;
  }

  private async requestOnce(key: string, options: OutboundRequest): Promise<OutboundResponse> {
    try {
      return await this.request(key, options);
    } catch (error) {
      this.closing.signal.throwIfAborted();
      if (error instanceof KinoraError) throw error;
      throw createRetryableFailure(PROVIDER, 'the connection failed', { cause: error });
    }
  }

  private async request(key: string, options: OutboundRequest): Promise<OutboundResponse> {
    const object = { Bucket: this.location.bucket, Key: this.objectNameOf(key) };
    return await this.connection.outbound.request(
      new URL(await signUrl(this.connection, 'GET', object)),
      options,
    );
  }

  private signPublicUrl(key: string, { method, disposition, caching }: SignedUrlOptions): Promise<string> {
    return signUrl(this.connection, method, {
      Bucket: this.location.bucket,
      Key: this.objectNameOf(key),
      ResponseContentDisposition: disposition,
      ResponseCacheControl: caching,
    });
  }

  private createContext(policy: ExchangePolicy, signal?: AbortSignal): ProviderContext {
    const { outbound } = this.connection;
    const secrets = [this.location.secretAccessKey];
    const closing = this.closing.signal;
    const either = signal === undefined ? closing : AbortSignal.any([closing, signal]);
    return { provider: PROVIDER, outbound, signal: either, policy, secrets };
  }

  private objectNameOf(key: string): string {
    if (!isStorageKey(key)) throw createNotFoundError();
    return this.withPrefix(key);
  }

  private withPrefix(name: string): string {
    return this.location.prefix === '' ? name : `${this.location.prefix}/${name}`;
  }
}

/**
 * Opens a storage in an S3 service. Several processes may share it.
 *
 * @param policy overridden only in tests.
 * @throws {KinoraError} `invalid_setting` if files cannot be stored, read and removed there.
 */
export async function openS3Storage(
  location: S3Location,
  policy: S3StoragePolicy = S3_STORAGE_POLICY,
): Promise<Storage> {
  const connection = await openS3Connection(location);
  // Fewer attempts, because the operator is waiting for the start.
  const starting = { ...policy.interactive, attempts: 2 };
  try {
    await new S3Storage(location, connection, {
      ...policy,
      uploads: starting,
      interactive: starting,
    }).checkPermissions();
  } catch (error) {
    await connection.outbound.close();
    const { bucket, prefix } = location;
    const reason =
      error instanceof KinoraError && error.cause instanceof Error ? `: ${error.cause.message}` : '.';
    throw new KinoraError(
      'invalid_setting',
      `KINORA_STORAGE is "s3://${bucket}${prefix && `/${prefix}`}", where no files can be stored. Check the bucket and the settings S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY${reason}`,
      { cause: error },
    );
  }
  return new S3Storage(location, connection, policy);
}

const EMPTY_FILE: FileToSend = {
  name: MARKER,
  suffix: '',
  bytes: 0,
  type: 'application/octet-stream',
  open: () => Promise.resolve(Readable.from([])),
};

async function toFileToSend(path: string, type: string): Promise<FileToSend> {
  return {
    ...EMPTY_FILE,
    type,
    bytes: (await stat(path)).size,
    open: (from = 0) => Promise.resolve(createReadStream(path, { start: from })),
  };
}

/**
 * Reports an error of S3 to clients as an error of the storage, not of a destination. The cause holds the
 * details for the operator.
 *
 * @param what what the storage could not do, for the message.
 */
async function reportAsStorageFailure<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KinoraError) || error.fault !== 'destination') throw error;
    throw new KinoraError('storage_failed', `The storage of Kinora ${what}. Try again later.`, {
      cause: error,
    });
  }
}

function toDownloadFailure(status: number): Error {
  if (status === 404) return createNotFoundError();
  const reason = `it responded with status ${status}`;
  return isRetryableStatus(status)
    ? createRetryableFailure(PROVIDER, reason)
    : createRefusal(PROVIDER, reason);
}

function createNotFoundError(): KinoraError {
  return new KinoraError('not_found', 'There is no such file.');
}
