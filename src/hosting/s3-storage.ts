import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { KinoraError } from '../base/errors.ts';
import { raceWithAbort } from '../base/race-with-abort.ts';
import type { ListedFile } from '../base/walk-files.ts';
import { folderOfSet } from './sets/file-set.ts';
import { contentTypeOf } from './media-type.ts';
import type { IncomingArea } from './incoming/incoming-area.ts';
import { openS3Connection } from './s3-connection.ts';
import type { S3Location } from './s3-connection.ts';
import { S3IncomingArea } from './incoming/s3-incoming-area.ts';
import {
  PLAIN_BYTES,
  S3_STORAGE_POLICY,
  S3Objects,
  type S3StoragePolicy,
  toSentObject,
} from './s3-objects.ts';
import { S3Segments } from './segments/s3-segments.ts';
import { isStorageKey } from './storage.ts';
import type { ByteRange, RemoteStorage, Storage, StoredFile } from './storage.ts';

/**
 * The name of an object that proves access to the bucket. This name is not a storage key, so the object is
 * never served.
 */
const MARKER = '.kinora';
/** The start of the names of empty objects that a start stores and removes. */
const TEST_PREFIX = `${MARKER}-`;

class S3Storage implements Storage {
  readonly folder = undefined;
  readonly remote: RemoteStorage;
  readonly incoming: IncomingArea;
  private readonly objects: S3Objects;

  constructor(objects: S3Objects) {
    this.objects = objects;
    this.incoming = new S3IncomingArea(objects, (key) => this.objectNameOf(key));
    this.remote = {
      signUrl: objects.location.redirect
        ? (key, options) => objects.signPublicUrl(this.objectNameOf(key), options)
        : undefined,
      request: async (key, options) => objects.request(this.objectNameOf(key), options),
    };
  }

  async put(key: string, file: string, check?: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    const target = { name: this.objectNameOf(key), type: contentTypeOf(key), check, signal };
    await this.objects.putFile(target, file);
  }

  async copy(from: string, to: string, signal?: AbortSignal): Promise<void> {
    const target = { name: this.objectNameOf(to), type: contentTypeOf(to), signal };
    await this.objects.copy(this.objectNameOf(from), target);
  }

  openSegments(maxBytes: number): S3Segments {
    return new S3Segments(this.objects, maxBytes);
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    return await this.objects.open(this.objectNameOf(key), range);
  }

  stat(key: string): Promise<StoredFile | undefined> {
    return this.objects.inspect(this.objectNameOf(key));
  }

  async delete(key: string): Promise<void> {
    await this.objects.remove(this.objectNameOf(key));
    const set = folderOfSet(key);
    if (set === undefined) return;
    for await (const { name } of this.list(set)) await this.objects.remove(this.objectNameOf(name));
  }

  async *list(folder?: string): AsyncGenerator<ListedFile> {
    const root = this.objects.nameOf('');
    const prefix = folder === undefined ? root : `${root}${folder}/`;
    for await (const { name, ...file } of this.objects.list(prefix)) {
      const listed = name.slice(root.length);
      if (listed !== MARKER && !listed.startsWith(TEST_PREFIX)) yield { ...file, name: listed };
    }
  }

  /** Checks access by inspecting the marker. Stores the marker again if it is missing. */
  async check(): Promise<void> {
    const marker = this.objects.nameOf(MARKER);
    if ((await this.objects.inspect(marker)) === undefined) await this.putEmpty(marker);
  }

  /** Checks the permissions: stores, inspects, lists and removes a test object. */
  async checkPermissions(): Promise<void> {
    const test = this.objects.nameOf(`${TEST_PREFIX}${randomUUID()}`);
    await this.putEmpty(test);
    await this.objects.inspect(test);
    // Removes those of starts that were killed, too.
    for await (const { name } of this.objects.list(this.objects.nameOf(TEST_PREFIX)))
      await this.objects.remove(name);
    await this.check();
  }

  close(): Promise<void> {
    return this.objects.close();
  }

  private async putEmpty(name: string): Promise<void> {
    const target = { name, type: PLAIN_BYTES };
    await this.objects.put(target, toSentObject(target, 0));
  }

  private objectNameOf(key: string): string {
    if (!isStorageKey(key)) throw new KinoraError('not_found', 'There is no such file.');
    return this.objects.nameOf(key);
  }
}

/**
 * Opens a storage in an S3 service. Several processes may share it.
 *
 * @param policy overridden only in tests.
 * @param signal ends the waiting for a service that does not answer.
 * @throws {KinoraError} `invalid_setting` if files cannot be stored, read and removed there.
 */
export async function openS3Storage(
  location: S3Location,
  policy: S3StoragePolicy = S3_STORAGE_POLICY,
  signal: AbortSignal = new AbortController().signal,
): Promise<Storage> {
  const connection = await openS3Connection(location);
  // Fewer attempts, because the operator is waiting for the start.
  const starting = { ...policy.interactive, attempts: 2 };
  const startPolicy = { ...policy, uploads: starting, interactive: starting };
  try {
    const storage = new S3Storage(new S3Objects(location, connection, startPolicy));
    // Closing the connection below ends the requests.
    await raceWithAbort(storage.checkPermissions(), signal);
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
  return new S3Storage(new S3Objects(location, connection, policy));
}
