import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { hideFields } from '../base/hide-fields.ts';
import { KinoraError } from '../base/errors.ts';
import type { ListedFile } from '../base/walk-files.ts';
import { discard, isRetryableStatus, retry } from '../outbound/index.ts';
import type { ExchangeResponse, OutboundRequest, OutboundResponse } from '../outbound/index.ts';
import type { FileToSend } from '../destinations/destination-adapter.ts';
import {
  DEFAULT_POLICY,
  createRefusal,
  createRetryableFailure,
  sendWithRetries,
  toRefusal,
} from '../destinations/destination-exchange.ts';
import type { ExchangePolicy, DestinationContext } from '../destinations/destination-exchange.ts';
import { createGuardedS3Client } from '../destinations/s3/guarded-s3-client.ts';
import { type S3Upload, uploadPartsToS3, uploadToS3 } from '../destinations/s3/s3-upload.ts';
import { signUrl } from './s3-connection.ts';
import type { S3Location, S3Connection } from './s3-connection.ts';
import type { SignedUrlOptions, ByteRange, StoredFile } from './storage.ts';

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

/** The policy for real S3 services. Tests use shorter limits. */
export const S3_STORAGE_POLICY: S3StoragePolicy = {
  partBytes: 8 * 1024 * 1024,
  uploads: DEFAULT_POLICY,
  interactive: { ...DEFAULT_POLICY, timeoutMs: 15_000, attempts: 3, firstPauseMs: 250 },
};

/** Milliseconds that {@link S3Objects.close} gives uploads to clean up. */
const CLOSING_MS = 5_000;
/** Maximum size in bytes of an object that S3 copies in one request. */
const MAX_COPY_BYTES = 5 * 1024 ** 3;
/** Minimum speed in bytes per second of a copy within S3. */
const MIN_COPY_SPEED = 8 * 1024 * 1024;
/** Objects on one page of a list. A page must be smaller than the limit for responses. */
const PAGE_OBJECTS = 200;
/** The service in errors with our own reasons. `createContext` adds the secrets for the texts of the service. */
const SERVICE = { provider: 'S3', secrets: [] };

/** The media type of objects that are not served. */
export const PLAIN_BYTES = 'application/octet-stream';

/** The object to write, and the work that must end before it appears. */
export interface ObjectTarget {
  /** Name of the object. */
  readonly name: string;
  /** Media type of the object. */
  readonly type: string;
  /** Called before the last request, which creates the object. If it throws, no object is created. */
  readonly check?: (() => Promise<void>) | undefined;
  /** Aborts the work with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** The objects of one location in S3, by their names. */
export class S3Objects {
  readonly location: S3Location;
  readonly connection: S3Connection;
  readonly policy: S3StoragePolicy;
  private readonly closing = new AbortController();
  /** The unfinished uploads. */
  private readonly uploads = new Set<Promise<unknown>>();

  constructor(location: S3Location, connection: S3Connection, policy: S3StoragePolicy) {
    this.location = location;
    this.connection = connection;
    this.policy = policy;
    hideFields(this, 'location', 'connection');
  }

  /** Aborts when the storage closes. */
  get signal(): AbortSignal {
    return this.closing.signal;
  }

  /** Returns the name of the object at a path below the prefix of the location. */
  nameOf(path: string): string {
    return this.location.prefix === '' ? path : `${this.location.prefix}/${path}`;
  }

  /** Stores a file. */
  async put(target: ObjectTarget, file: FileToSend): Promise<void> {
    await this.run(uploadToS3(this.createUpload(target), file, this.policy.partBytes));
  }

  /** Stores a copy of a local file. Returns its size in bytes. */
  async putFile(target: ObjectTarget, file: string): Promise<number> {
    const { size } = await stat(file);
    const open = (start = 0): Promise<Readable> => Promise.resolve(createReadStream(file, { start }));
    await this.put(target, { ...toSentObject(target, size), open });
    return size;
  }

  /** Stores an object that arrives in parts. See {@link uploadPartsToS3}. */
  async putParts(target: ObjectTarget, parts: AsyncIterable<Buffer>): Promise<void> {
    await this.run(uploadPartsToS3(this.createUpload(target), parts));
  }

  /** Copies an object within S3. @throws {KinoraError} `not_found` if it does not exist. */
  async copy(from: string, target: ObjectTarget): Promise<void> {
    const size = (await this.inspect(from))?.size;
    if (size === undefined) throw createNotFoundError();
    if (size > MAX_COPY_BYTES) {
      await this.put(target, {
        ...toSentObject(target, size),
        open: (start = 0) => this.open(from, { from: start, to: size - 1 }),
      });
      return;
    }
    const { uploads } = this.policy;
    const policy = { ...uploads, timeoutMs: uploads.timeoutMs + (size / MIN_COPY_SPEED) * 1000 };
    await target.check?.();
    const { sdk } = this.connection;
    const command = new sdk.CopyObjectCommand({
      Bucket: this.location.bucket,
      Key: target.name,
      CopySource: [this.location.bucket, ...from.split('/')].map(encodeURIComponent).join('/'),
      MetadataDirective: 'REPLACE',
      ContentType: target.type,
    });
    await this.run(this.call(policy, target.signal, (client) => client.send(command)));
  }

  /** Reads an object or a range of it. @throws {KinoraError} `not_found` if it does not exist. */
  async open(name: string, range?: ByteRange, signal?: AbortSignal): Promise<Readable> {
    const context = this.createContext(this.policy.interactive, signal);
    const headers = range && { range: `bytes=${range.from}-${range.to}` };
    const options = {
      ...(headers && { headers }),
      stallTimeoutMs: context.policy.timeoutMs,
      signal: context.signal,
    };
    return await reportAsStorageFailure('could not read the file', () =>
      retry(context.policy, context, async () => {
        const response = await this.requestOnce(name, options);
        if (response.statusCode === (range === undefined ? 200 : 206)) return response.body;
        discard(response);
        throw toDownloadFailure(response.statusCode);
      }),
    );
  }

  /** Returns the properties of an object, or undefined if it does not exist. */
  async inspect(name: string): Promise<StoredFile | undefined> {
    const { status, headers } = await reportAsStorageFailure('could not find the file', () =>
      this.sendSigned('HEAD', name, [200, 404]),
    );
    if (status === 404) return undefined;
    const size = Number(headers['content-length']);
    // Some services omit the quotation marks of an ETag, so always add them.
    const etag = `"${(headers['etag'] ?? '').replace(/^W\//, '').replaceAll('"', '')}"`;
    return { size, modified: new Date(headers['last-modified'] ?? 0), etag };
  }

  /** Removes an object. A missing object is not an error. */
  async remove(name: string): Promise<void> {
    await reportAsStorageFailure('could not remove the file', () =>
      this.sendSigned('DELETE', name, [200, 204, 404]),
    );
  }

  /** Lists the objects whose names begin with a prefix. */
  async *list(prefix: string): AsyncGenerator<ListedFile> {
    const { sdk } = this.connection;
    let ContinuationToken: string | undefined;
    do {
      const command = new sdk.ListObjectsV2Command({
        Bucket: this.location.bucket,
        Prefix: prefix,
        MaxKeys: PAGE_OBJECTS,
        ContinuationToken,
      });
      const page = await reportAsStorageFailure('could not list the files', () =>
        this.call(this.policy.interactive, undefined, (client) => client.send(command)),
      );
      for (const { Key = '', Size = 0, LastModified = new Date() } of page.Contents ?? [])
        yield { name: Key, size: Size, modified: LastModified };
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  /** Sends an HTTP request for an object. */
  async request(name: string, options: OutboundRequest): Promise<OutboundResponse> {
    const object = { Bucket: this.location.bucket, Key: name };
    return await this.connection.outbound.request(
      new URL(await signUrl(this.connection, 'GET', object)),
      options,
    );
  }

  /** Creates an address that gives access to an object for an hour. */
  signPublicUrl(name: string, { method, disposition, caching }: SignedUrlOptions): Promise<string> {
    return signUrl(this.connection, method, {
      Bucket: this.location.bucket,
      Key: name,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: caching,
    });
  }

  /** Aborts pending work and closes the connection. */
  async close(): Promise<void> {
    this.closing.abort(new KinoraError('stopping', 'The server is stopping. Try again later.'));
    // Wait until each upload has removed the parts that it has sent. Forgotten parts cost money.
    await Promise.race([Promise.allSettled(this.uploads), wait(CLOSING_MS, undefined, { ref: false })]);
    this.connection.client.destroy();
    await this.connection.outbound.close();
  }

  private async run(running: Promise<unknown>): Promise<void> {
    this.uploads.add(running);
    try {
      await reportAsStorageFailure('could not store the file', () => running);
    } finally {
      this.uploads.delete(running);
    }
  }

  private createUpload({ name, type, check, signal }: ObjectTarget): S3Upload {
    const { sdk, config } = this.connection;
    const context = this.createContext(this.policy.uploads, signal);
    const object = { Bucket: this.location.bucket, Key: name, ContentType: type };
    return { sdk, context, config, object, beforeCommit: check };
  }

  private call<T>(
    policy: ExchangePolicy,
    signal: AbortSignal | undefined,
    send: (client: S3Client) => Promise<T>,
  ): Promise<T> {
    const { sdk, config } = this.connection;
    return createGuardedS3Client(sdk, this.createContext(policy, signal), config).call(send);
  }

  private async sendSigned(
    method: 'HEAD' | 'DELETE',
    Key: string,
    expected: readonly number[],
  ): Promise<ExchangeResponse> {
    const context = this.createContext(this.policy.interactive);
    const object = { Bucket: this.location.bucket, Key };
    const response = await sendWithRetries(context, async () => ({
      method,
      url: new URL(await signUrl(this.connection, method, object)),
    }));
    if (!expected.includes(response.status)) throw toRefusal(context, response);
    return response;
  }

  private async requestOnce(name: string, options: OutboundRequest): Promise<OutboundResponse> {
    try {
      return await this.request(name, options);
    } catch (error) {
      this.closing.signal.throwIfAborted();
      if (error instanceof KinoraError) throw error;
      throw createRetryableFailure(SERVICE, 'the connection failed', { cause: error });
    }
  }

  private createContext(policy: ExchangePolicy, signal?: AbortSignal): DestinationContext {
    const { outbound } = this.connection;
    const secrets = [this.location.secretAccessKey];
    const closing = this.closing.signal;
    const either = signal === undefined ? closing : AbortSignal.any([closing, signal]);
    return { ...SERVICE, outbound, signal: either, policy, secrets };
  }
}

/** Describes an object that is sent to S3 as a file without bytes. */
export function toSentObject({ name, type }: ObjectTarget, bytes: number): FileToSend {
  return { name, suffix: '', bytes, type, open: () => Promise.resolve(Readable.from([])) };
}

/**
 * Reports an error of S3 to clients as an error of the storage, not of a destination. The cause holds the
 * details for the operator.
 *
 * @param what the failed work of the storage, for the message.
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
  return isRetryableStatus(status) ? createRetryableFailure(SERVICE, reason) : createRefusal(SERVICE, reason);
}

function createNotFoundError(): KinoraError {
  return new KinoraError('not_found', 'There is no such file.');
}
