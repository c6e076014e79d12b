import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { KinoraError } from '../base/errors.ts';
import { discard } from '../outbound/index.ts';
import type { OutboundRequest, OutboundResponse } from '../outbound/index.ts';
import type { SentFile } from '../destinations/destination.ts';
import { exchange, Passing, PATIENCE, refusalOf, retried } from '../destinations/exchange.ts';
import type { Answer, Patience, Way } from '../destinations/exchange.ts';
import { refused } from '../destinations/refusal.ts';
import { uploadToS3 } from '../destinations/s3-upload.ts';
import { mediaType } from './media-type.ts';
import { openSpeech, signedAddress } from './s3-speech.ts';
import type { S3Place, S3Speech } from './s3-speech.ts';
import { isKey } from './storage.ts';
import type { AddressOptions, ByteRange, RemoteStorage, Storage, StoredFile } from './storage.ts';

/** How patient we are. */
export interface S3Patience {
  /** Size of a part in bytes, one of which is in memory for each upload. Amazon takes no smaller one than 5 MiB, but for the last. */
  readonly partBytes: number;
  /** With uploads: nobody watches them. */
  readonly uploads: Patience;
  /** With everything else: somebody may be waiting. */
  readonly answers: Patience;
}

const S3_PATIENCE: S3Patience = {
  partBytes: 8 * 1024 * 1024,
  uploads: PATIENCE,
  answers: { ...PATIENCE, wait: 15_000, tries: 3, pause: 250 },
};
/** So long an end waits for the uploads that it breaks off. */
const CLOSING_MS = 5_000;
/** Its name is no key, so that nobody is served it. */
const MARK = '.kinora';

class S3Storage implements Storage {
  readonly folder = undefined;
  readonly remote: RemoteStorage;
  readonly #place: S3Place;
  readonly #speech: S3Speech;
  readonly #patience: S3Patience;
  readonly #closing = new AbortController();
  /** The uploads that are under way. */
  readonly #uploads = new Set<Promise<unknown>>();

  constructor(place: S3Place, speech: S3Speech, patience: S3Patience) {
    this.#place = place;
    this.#speech = speech;
    this.#patience = patience;
    this.remote = {
      addressOf: place.redirect ? (key, options) => this.#addressFor(key, options) : undefined,
      request: (key, options) => this.#request(key, options),
    };
  }

  async put(key: string, file: string, check?: () => Promise<void>, signal?: AbortSignal): Promise<void> {
    await this.#store(this.#named(key), await localFile(file, mediaType(key)), check, signal);
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    const way = this.#way(this.#patience.answers);
    const headers = range && { range: `bytes=${range.from}-${range.to}` };
    const options = { ...(headers && { headers }), stallTimeout: way.patience.wait, signal: way.signal };
    return await ours('did not give the file', () =>
      retried(way, async () => {
        const response = await this.#get(key, options);
        if (response.statusCode === (range === undefined ? 200 : 206)) return response.body;
        discard(response);
        throw failureOf(response.statusCode);
      }),
    );
  }

  stat(key: string): Promise<StoredFile | undefined> {
    return this.#look(this.#named(key));
  }

  async delete(key: string): Promise<void> {
    await this.#remove(this.#named(key));
  }

  /** Changes nothing, unless somebody has removed our mark. */
  async check(): Promise<void> {
    const mark = this.#below(MARK);
    if ((await this.#look(mark)) === undefined) await this.#store(mark, EMPTY);
  }

  /** Stores, looks at and removes something, as will be done with files. */
  async tryAll(): Promise<void> {
    const probe = this.#below(`${MARK}-${randomUUID()}`);
    await this.#store(probe, EMPTY);
    await this.#look(probe);
    await this.#remove(probe);
    await this.check();
  }

  async close(): Promise<void> {
    this.#closing.abort(new KinoraError('stopping', 'The server is stopping; try again later.'));
    // Each still removes the parts that it has sent: they cost for as long as nobody finds them.
    await Promise.race([Promise.allSettled(this.#uploads), wait(CLOSING_MS, undefined, { ref: false })]);
    this.#speech.client.destroy();
    await this.#speech.outbound.close();
  }

  async #store(
    Key: string,
    source: SentFile,
    beforeLast?: () => Promise<void>,
    signal?: AbortSignal,
  ): Promise<void> {
    const { sdk, config } = this.#speech;
    const way = this.#way(this.#patience.uploads, signal);
    const object = { Bucket: this.#place.bucket, Key, ContentType: source.type };
    const upload = { sdk, way, config, object, beforeLast };
    const running = uploadToS3(upload, source, this.#patience.partBytes);
    this.#uploads.add(running);
    try {
      await ours('could not take the file', () => running);
    } finally {
      this.#uploads.delete(running);
    }
  }

  async #look(name: string): Promise<StoredFile | undefined> {
    const { status, headers } = await ours('did not say what it has', () =>
      this.#ask('HEAD', name, [200, 404]),
    );
    if (status === 404) return undefined;
    const size = Number(headers['content-length']);
    // Not every service puts it into quotation marks.
    const etag = `"${(headers['etag'] ?? '').replace(/^W\//, '').replaceAll('"', '')}"`;
    return { size, modified: new Date(headers['last-modified'] ?? 0), etag };
  }

  async #remove(name: string): Promise<void> {
    await ours('did not remove the file', () => this.#ask('DELETE', name, [200, 204, 404]));
  }

  async #ask(method: 'HEAD' | 'DELETE', Key: string, expected: readonly number[]): Promise<Answer> {
    const way = this.#way(this.#patience.answers);
    const object = { Bucket: this.#place.bucket, Key };
    const answer = await exchange(way, async () => ({
      method,
      url: new URL(await signedAddress(this.#speech, method, object)),
    }));
    if (!expected.includes(answer.status)) throw refusalOf(way, answer);
    return answer;
  }

  async #get(key: string, options: OutboundRequest): Promise<OutboundResponse> {
    try {
      return await this.#request(key, options);
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      if (error instanceof KinoraError) throw error;
      throw new Passing('the connection failed', undefined, error);
    }
  }

  async #request(key: string, options: OutboundRequest): Promise<OutboundResponse> {
    const object = { Bucket: this.#place.bucket, Key: this.#named(key) };
    return await this.#speech.outbound.request(
      new URL(await signedAddress(this.#speech, 'GET', object)),
      options,
    );
  }

  #addressFor(key: string, { method, disposition, caching }: AddressOptions): Promise<string> {
    return signedAddress(this.#speech, method, {
      Bucket: this.#place.bucket,
      Key: this.#named(key),
      ResponseContentDisposition: disposition,
      ResponseCacheControl: caching,
    });
  }

  #way(patience: Patience, signal?: AbortSignal): Way {
    const { outbound } = this.#speech;
    const secrets = [this.#place.secretAccessKey];
    const ending = this.#closing.signal;
    const either = signal === undefined ? ending : AbortSignal.any([ending, signal]);
    return { provider: 'S3', outbound, signal: either, patience, secrets };
  }

  #named(key: string): string {
    if (!isKey(key)) throw missing();
    return this.#below(key);
  }

  #below(name: string): string {
    return this.#place.prefix === '' ? name : `${this.#place.prefix}/${name}`;
  }
}

/**
 * Stores files in an object storage that speaks S3. Several processes may share it.
 *
 * @param patience is for tests.
 * @throws {KinoraError} `setting_wrong` when files cannot be stored, read and removed there.
 */
export async function openS3Storage(place: S3Place, patience: S3Patience = S3_PATIENCE): Promise<Storage> {
  const speech = await openSpeech(place);
  // Whoever starts it is watching.
  const starting = { ...patience.answers, tries: 2 };
  try {
    await new S3Storage(place, speech, { ...patience, uploads: starting, answers: starting }).tryAll();
  } catch (error) {
    await speech.outbound.close();
    const { bucket, prefix } = place;
    const reason =
      error instanceof KinoraError && error.cause instanceof Error ? `: ${error.cause.message}` : '.';
    throw new KinoraError(
      'setting_wrong',
      `KINORA_STORAGE is "s3://${bucket}${prefix && `/${prefix}`}", where nothing can be stored; it may be a bucket to which the settings S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY lead${reason}`,
      { cause: error },
    );
  }
  return new S3Storage(place, speech, patience);
}

const EMPTY: SentFile = {
  ...{ name: MARK, ending: '', bytes: 0, type: 'application/octet-stream' },
  open: () => Promise.resolve(Readable.from([])),
};

async function localFile(path: string, type: string): Promise<SentFile> {
  return {
    ...EMPTY,
    ...{ type, bytes: (await stat(path)).size },
    open: (from = 0) => Promise.resolve(createReadStream(path, { start: from })),
  };
}

/** To clients it is our storage that fails, not a destination of theirs; the reason is for the operator. */
async function ours<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof KinoraError) || error.fault !== 'destination') throw error;
    throw new KinoraError('storage_failed', `Our storage ${what}; try again later.`, { cause: error });
  }
}

function failureOf(status: number): Error {
  if (status === 404) return missing();
  const reason = `it answered with status ${status}`;
  return status === 429 || status >= 500 ? new Passing(reason, undefined) : refused('S3', reason);
}

function missing(): KinoraError {
  return new KinoraError('not_found', 'There is no such file.');
}
