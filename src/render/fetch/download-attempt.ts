import { open, stat, statfs } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { errorCodeOf } from '../../base/error-code.ts';
import { KinoraError } from '../../base/errors.ts';
import { toNetworkFailure, toStatusFailure } from './fetch-errors.ts';
import { discard, headerOf, RetryableError } from '../../outbound/index.ts';
import type { Outbound, OutboundResponse } from '../../outbound/index.ts';
import { redactUrl } from '../../base/redact-url.ts';

/** HTTP validators of one version of a file. A request sends them to find out if the file has changed. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

/** The download of one file. All its attempts share this object. */
export interface DownloadJob {
  readonly url: URL;
  readonly file: string;
  readonly outbound: Outbound;
  /** Maximum size of the file in bytes, inclusive. */
  readonly maxBytes: number;
  /** Maximum milliseconds without a byte from the server. */
  readonly stallTimeoutMs: number;
  readonly signal: AbortSignal;
  /** The version in the cache. If the server still has this version, nothing is downloaded. */
  readonly known?: Validators | undefined;
  /** The version that the bytes in `file` belong to. Undefined if the download cannot be resumed. */
  partOf?: Validators | undefined;
  /** Called with the number of bytes so far. The second argument is the size of the file, if known. */
  readonly onBytes?: ((bytes: number, totalBytes: number | undefined) => void) | undefined;
}

/** The result of a download: unchanged, or a complete file and its size in bytes. */
export type DownloadResult =
  | { readonly changed: false }
  | { readonly changed: true; readonly bytes: number; readonly validators: Validators };

/** The part of the free space that a file of unknown size may take. Others need room, too. */
const SHARE_OF_ROOM = 1 / 8;

const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * Requests the file or the rest of it once, and writes the response to the local file.
 *
 * @throws {RetryableError} if another attempt may succeed.
 * @throws {KinoraError} if further attempts would fail, too.
 */
export async function attemptDownload(job: DownloadJob): Promise<DownloadResult> {
  const offset = job.partOf ? (await stat(job.file)).size : 0;
  const response = await requestFile(job, offset);
  if (response.statusCode === 304 && job.known && offset === 0) {
    discard(response);
    return { changed: false };
  }
  try {
    checkStatus(response, job, offset);
    checkLength(response, job, offset);
    const decoder = createDecoder(response, job);
    // A 206 response may lack `Last-Modified`, so keep the validators of the first attempt.
    const validators = (response.statusCode === 206 && job.partOf) || validatorsOf(response);
    job.partOf = !decoder && isExact(validators) ? validators : undefined;
    await save(response, decoder, job, response.statusCode === 206 ? offset : 0);
    return { changed: true, bytes: (await stat(job.file)).size, validators };
  } finally {
    discard(response);
  }
}

async function requestFile(job: DownloadJob, offset: number): Promise<OutboundResponse> {
  // Ask for an uncompressed response: media is already compressed, and a compressed response could not be
  // resumed.
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  const condition = job.partOf?.etag ?? job.partOf?.lastModified;
  if (offset > 0 && condition !== undefined) {
    headers['range'] = `bytes=${offset}-`;
    headers['if-range'] = condition;
  } else {
    if (job.known?.etag !== undefined) headers['if-none-match'] = job.known.etag;
    if (job.known?.lastModified !== undefined) headers['if-modified-since'] = job.known.lastModified;
  }
  try {
    return await job.outbound.request(job.url, {
      headers,
      stallTimeoutMs: job.stallTimeoutMs,
      signal: job.signal,
    });
  } catch (error) {
    throw toNetworkFailure(error, redactUrl(job.url));
  }
}

function checkStatus(response: OutboundResponse, job: DownloadJob, offset: number): void {
  const status = response.statusCode;
  const displayUrl = redactUrl(job.url);
  if (offset > 0 && (status === 416 || (status === 206 && !isContinuation(response, job, offset)))) {
    job.partOf = undefined;
    const reason = `${displayUrl} cannot be read: its server closed the connection and did not send the rest.`;
    throw new RetryableError(new KinoraError('asset_unreachable', reason));
  }
  if (status >= 200 && status < 300 && (status !== 206 || offset > 0)) return;
  throw toStatusFailure(status, headerOf(response, 'retry-after'), displayUrl);
}

/** True if a partial response continues the version whose first bytes are in `file`. */
function isContinuation(response: OutboundResponse, job: DownloadJob, offset: number): boolean {
  const start = /^bytes (\d+)-/.exec(headerOf(response, 'content-range') ?? '')?.[1];
  const { etag, lastModified } = validatorsOf(response);
  const partOf = job.partOf;
  const isSameVersion =
    partOf?.etag === undefined
      ? [partOf?.lastModified, undefined].includes(lastModified)
      : etag === partOf.etag;
  return Number(start) === offset && isSameVersion;
}

function checkLength(response: OutboundResponse, job: DownloadJob, offset: number): void {
  const before = response.statusCode === 206 ? offset : 0;
  if (before + Number(headerOf(response, 'content-length') ?? 0) > job.maxBytes)
    throw createTooLargeError(job);
}

/** Returns the validators in a response. */
export function validatorsOf(response: OutboundResponse): Validators {
  return { etag: headerOf(response, 'etag'), lastModified: headerOf(response, 'last-modified') };
}

/**
 * True if validators identify the exact bytes. A weak ETag does not identify the exact bytes, so a download
 * with a weak ETag cannot be resumed.
 */
function isExact({ etag, lastModified }: Validators): boolean {
  return etag === undefined ? lastModified !== undefined : !etag.startsWith('W/');
}

/**
 * Creates the decompressor for the body of a response. Returns undefined if the body is not compressed.
 *
 * @throws {KinoraError} `asset_not_media` if the encoding is unknown, or if the compressed response is
 *   partial.
 */
export function createDecoder(
  response: OutboundResponse,
  job: Pick<DownloadJob, 'url'>,
): Transform | undefined {
  const encoding = (headerOf(response, 'content-encoding') ?? 'identity').toLowerCase();
  if (encoding === 'identity' || encoding === '') return undefined;
  const decoder = DECODERS.get(encoding);
  if (decoder && response.statusCode !== 206) return decoder();
  throw new KinoraError(
    'asset_not_media',
    `${redactUrl(job.url)} cannot be read: its server uses the unknown content encoding "${encoding.slice(0, 40)}".`,
  );
}

async function save(
  response: OutboundResponse,
  decoder: Transform | undefined,
  job: DownloadJob,
  offset: number,
): Promise<void> {
  const handle = await open(job.file, offset > 0 ? 'a' : 'w');
  const length = headerOf(response, 'content-length');
  const totalBytes = decoder || length === undefined ? undefined : offset + Number(length);
  try {
    const roomBytes = totalBytes === undefined ? offset + (await findRoom(job.file)) : Infinity;
    const write = (chunks: AsyncIterable<Buffer>) =>
      writeBounded(handle, chunks, job, { offset, totalBytes, roomBytes });
    if (decoder) await pipeline(readBody(response, job), decoder, write, { signal: job.signal });
    else await pipeline(readBody(response, job), write, { signal: job.signal });
  } catch (error) {
    throw isBadEncoding(error) ? createBadEncodingError(job, error) : error;
  } finally {
    await handle.close();
  }
}

/** Returns how many bytes of a file of unknown size may be written: an endless one must not fill the disk. */
async function findRoom(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file));
  return Math.floor(bavail * bsize * SHARE_OF_ROOM);
}

/**
 * Reads the body. Converts network errors, so that the caller can distinguish them from errors of the local file.
 */
async function* readBody(response: OutboundResponse, job: DownloadJob): AsyncGenerator<Buffer> {
  try {
    // The cast is safe: a stream without an encoding yields buffers.
    yield* response.body as AsyncIterable<Buffer>;
  } catch (error) {
    throw toNetworkFailure(error, redactUrl(job.url));
  }
}

async function writeBounded(
  handle: FileHandle,
  chunks: AsyncIterable<Buffer>,
  job: DownloadJob,
  {
    offset,
    totalBytes,
    roomBytes,
  }: { readonly offset: number; readonly totalBytes: number | undefined; readonly roomBytes: number },
): Promise<void> {
  let bytes = offset;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > job.maxBytes) throw createTooLargeError(job);
    if (bytes > roomBytes) throw createNoRoomError(job, roomBytes);
    await handle.writeFile(chunk);
    job.onBytes?.(bytes, totalBytes);
  }
}

function createTooLargeError(job: DownloadJob): KinoraError {
  return new KinoraError(
    'asset_too_large',
    `${redactUrl(job.url)} is too large: a file must have at most ${job.maxBytes.toLocaleString('en')} bytes.`,
  );
}

function createNoRoomError(job: DownloadJob, roomBytes: number): KinoraError {
  return new KinoraError(
    'asset_too_large',
    `${redactUrl(job.url)} is too large: its server does not say how large it is, and this machine has room for ${roomBytes.toLocaleString('en')} bytes of it. Have the server send \`content-length\`.`,
  );
}

function isBadEncoding(error: unknown): boolean {
  return /^(?:Z_|ERR_BROTLI|ERR__ERROR_)/.test(errorCodeOf(error) ?? '');
}

function createBadEncodingError(job: DownloadJob, cause: unknown): KinoraError {
  const message = `${redactUrl(job.url)} cannot be read: its compressed content is damaged or incomplete.`;
  return new KinoraError('asset_not_media', message, { cause });
}
