import { encodeSegment } from './api-calls.ts';
import type { ApiCall, CallOptions, Connection } from './connection.ts';
import { KinoraApiError } from './errors.ts';
import type { CreatedSource, SourceOptions } from './built/types.ts';
import { sleep } from './time-limit.ts';

/** The progress of an upload in bytes. */
export interface UploadProgress {
  readonly sent: number;
  readonly total: number;
}

/** An upload that can be continued. Plain JSON. */
export interface UnfinishedUpload {
  /** Id of the source. */
  readonly id: string;
  /** Address of the upload. */
  readonly url: string;
}

/** Options for uploading a file. */
export interface UploadOptions extends CallOptions, SourceOptions {
  /** Name of the file, for the server's log. Default: the name of a `File`. */
  readonly name?: string | undefined;
  /** Called with the number of bytes that have arrived: at the beginning, and after every piece. */
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
  /**
   * Called as soon as the server has accepted the upload, with what {@link UploadOptions.resume} needs. The
   * upload waits for the promise.
   */
  readonly onStart?: ((upload: UnfinishedUpload) => void | Promise<void>) | undefined;
  /**
   * An unfinished upload of the same file, to continue it. The options of the first call apply, and `outputs`,
   * `destinations` and `callback` of this call have no effect.
   */
  readonly resume?: UnfinishedUpload | undefined;
  /** Maximum bytes of one piece. Default: 16 MiB. Pieces are smaller on slow connections. */
  readonly chunkSize?: number | undefined;
}

const NO_FILE =
  'The file of an upload must be a Blob or a Uint8Array. In Node.js, `openAsBlob` opens a file.';
const TUS_VERSION = '1.0.0';
const DEFAULT_CHUNK_SIZE = 16 * 2 ** 20;
/** Size of the first piece, and of the first one after a failure, in bytes. */
const FIRST_CHUNK_SIZE = 2 ** 20;
const MIN_CHUNK_SIZE = 2 ** 18;
/** Milliseconds that one piece should take. */
const CHUNK_MS = 4000;
/** Number of failures in a row, without any progress, after which the upload fails. */
const MAX_FAILURES = 8;
/** Milliseconds to wait after the first failure. The pause doubles with each further failure. */
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 30_000;
/** Statuses below 500 after which the upload can continue. 409 and 423 mean that another request still ends. */
const PASSING_STATUSES = [0, 408, 409, 423, 429];

/**
 * One upload in the tus protocol 1.0. The server knows how many bytes have arrived, so that after a failure the
 * upload continues from there.
 */
export class Upload {
  private readonly connection: Connection;
  private readonly file: Blob | Uint8Array;
  private readonly size: number;
  private readonly options: UploadOptions;
  private chunkSize: number;
  /** True if a piece with the last byte was sent. */
  private hasSentAll = false;

  /** Use `upload` of a client instead. */
  constructor(connection: Connection, file: Blob | Uint8Array, options: UploadOptions) {
    if (!(file instanceof Blob) && !ArrayBuffer.isView(file)) throw new TypeError(NO_FILE);
    this.connection = connection;
    this.file = file;
    this.size = file instanceof Blob ? file.size : file.byteLength;
    this.options = options;
    this.chunkSize = Math.min(FIRST_CHUNK_SIZE, this.maxChunkSize);
  }

  /** Uploads the file. See `KinoraClient.upload`. */
  async run(): Promise<CreatedSource> {
    const { resume, onStart, onProgress } = this.options;
    const upload = resume ?? (await this.create());
    if (resume === undefined) await onStart?.(upload);
    let offset = resume === undefined ? 0 : await this.findOffset(upload);
    onProgress?.({ sent: offset, total: this.size });
    while (offset < this.size) {
      offset = await this.advance(upload, offset);
      onProgress?.({ sent: offset, total: this.size });
    }
    return { id: upload.id };
  }

  /**
   * Sends the next piece. After a failure, asks how much has arrived and tries again.
   *
   * @returns the number of bytes that have arrived, which is more than `offset`.
   */
  private async advance(upload: UnfinishedUpload, offset: number): Promise<number> {
    let known: number | undefined = offset;
    for (let failures = 0; ;) {
      try {
        known = known === undefined ? await this.findOffset(upload) : await this.sendChunk(upload, known);
        if (known > offset) return known;
      } catch (error) {
        failures += 1;
        if (failures === MAX_FAILURES || !isPassing(error)) throw error;
        known = undefined;
        this.chunkSize = Math.min(FIRST_CHUNK_SIZE, this.maxChunkSize);
        await sleep(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)), this.options.signal);
      }
    }
  }

  /** Announces the upload. */
  private async create(): Promise<UnfinishedUpload> {
    return await this.send('POST', '/tus', {
      headers: { 'upload-length': String(this.size), ...this.createMetadata() },
      read: readCreated,
    });
  }

  /** Sends one piece. Returns the number of bytes that have arrived. */
  private async sendChunk({ url }: UnfinishedUpload, offset: number): Promise<number> {
    const end = Math.min(this.size, offset + this.chunkSize);
    const content =
      this.file instanceof Blob ? this.file.slice(offset, end) : this.file.subarray(offset, end);
    this.hasSentAll ||= end === this.size;
    const startedAt = performance.now();
    const arrived = await this.send('PATCH', pathOf(url), {
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      content,
      // Part of the piece may have arrived, so it must not be sent again unseen.
      sendOnce: true,
      read: readOffset,
    });
    const pace = (end - offset) / Math.max(1, performance.now() - startedAt);
    this.chunkSize = Math.min(this.maxChunkSize, Math.max(MIN_CHUNK_SIZE, Math.round(pace * CHUNK_MS)));
    return arrived;
  }

  /** Asks how many bytes have arrived. */
  private async findOffset({ id, url }: UnfinishedUpload): Promise<number> {
    try {
      const { offset, total } = await this.send('HEAD', pathOf(url), { read: readState });
      if (total === this.size) return offset;
      const message = `The file has ${this.size} bytes, but the upload to resume is one of ${total} bytes. Start a new upload.`;
      throw new KinoraApiError(message, { status: 0, code: 'upload_mismatch' });
    } catch (error) {
      // The response to the last piece was lost, and the server has finished the upload since.
      if (this.hasSentAll && isGone(error) && (await this.hasSource(id))) return this.size;
      throw isGone(error) ? goneError(error) : error;
    }
  }

  private async hasSource(id: string): Promise<boolean> {
    const path = `/sources/${encodeSegment(id)}`;
    const read = () => Promise.resolve(true);
    const { signal } = this.options;
    try {
      return await this.connection.send({ method: 'GET', api: 'ingest', path, signal, read });
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  private send<Answer>(
    method: ApiCall<Answer>['method'],
    path: string,
    { headers, ...more }: Pick<ApiCall<Answer>, 'headers' | 'content' | 'sendOnce' | 'read'>,
  ): Promise<Answer> {
    return this.connection.send({
      method,
      api: 'ingest',
      path,
      headers: { 'tus-resumable': TUS_VERSION, ...headers },
      signal: this.options.signal,
      ...more,
    });
  }

  private get maxChunkSize(): number {
    return this.options.chunkSize ?? DEFAULT_CHUNK_SIZE;
  }

  /** Creates the header `Upload-Metadata`: names with values in Base64. Absent if there are none. */
  private createMetadata(): Readonly<Record<string, string>> {
    const { outputs, destinations, callback, name } = this.options;
    const filename = name ?? ('name' in this.file ? String(this.file.name) : undefined);
    const json = (value: unknown) => (value === undefined ? undefined : JSON.stringify(value));
    const values = { filename, callback, outputs: json(outputs), destinations: json(destinations) };
    const pairs = Object.entries(values).flatMap(([key, value]) =>
      value === undefined ? [] : [`${key} ${encodeBase64(value)}`],
    );
    return pairs.length === 0 ? {} : { 'upload-metadata': pairs.join(',') };
  }
}

/**
 * Returns the path of an upload below the version. The server of the client gets the bytes and the key, whatever
 * name of it the address has.
 *
 * @throws {SyntaxError} if it is not the address of an upload.
 */
function pathOf(url: string): string {
  const path = /\/tus\/[^#]+/.exec(url)?.[0] ?? '';
  if (path === '' || !url.endsWith(path)) throw new SyntaxError(`${url} is not the address of an upload.`);
  return path;
}

function readCreated({ headers }: Response): Promise<UnfinishedUpload> {
  const [id, url] = [headers.get('x-kinora-source'), headers.get('location')];
  if (id === null || url === null) throw new SyntaxError('The response has no address of an upload.');
  return Promise.resolve({ id, url });
}

async function readState(response: Response): Promise<{ offset: number; total: number }> {
  return { offset: await readOffset(response), total: readNumber(response, 'upload-length') };
}

function readOffset(response: Response): Promise<number> {
  return Promise.resolve(readNumber(response, 'upload-offset'));
}

/** Reads a number from a header. @throws {SyntaxError} if the response is not one of Kinora. */
function readNumber({ headers }: Response, header: string): number {
  const value = Number.parseInt(headers.get(header) ?? '', 10);
  if (Number.isNaN(value)) throw new SyntaxError(`The response has no header ${header}.`);
  return value;
}

/** True if the upload can continue after this error. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof KinoraApiError) || error.code === 'upload_mismatch') return false;
  return error.status >= 500 || PASSING_STATUSES.includes(error.status);
}

function isGone(error: unknown): boolean {
  return error instanceof KinoraApiError && (error.status === 404 || error.status === 410);
}

function goneError(cause: unknown): KinoraApiError {
  const message = 'The upload does not exist any more. Start a new upload.';
  return new KinoraApiError(message, { status: 404, code: 'not_found', cause });
}

/** Encodes the UTF-8 bytes of a text. */
function encodeBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
