import { type FileHandle, open } from 'node:fs/promises';
import pLimit from 'p-limit';
import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import { retry, toFinalError } from '../../outbound/index.ts';
import type { Outbound, RetryPolicy } from '../../outbound/index.ts';
import { requestRange, type RangeResponse } from './range-request.ts';
import type { Validators } from './download-attempt.ts';

/** Size of a block in bytes. The file is requested, and recorded as fetched, in whole blocks. */
const BLOCK = 256 * 1024;
/**
 * Maximum number of blocks per request. Sequential reads double the number of blocks until they reach this
 * maximum.
 */
const MAX_BLOCKS = 8;
/** One quick retry, because a client is waiting. */
const RETRY_POLICY: RetryPolicy = { attempts: 2, firstPauseMs: 250, maxPauseMs: 250 };
const CUT_SHORT = 'cannot be read: its server sent less than it announced';

/** The limits for the inspection of one file. */
interface InspectionLimits {
  /** Maximum milliseconds of waiting for the server, summed over all requests. */
  readonly timeMs: number;
  /** Maximum number of fetched bytes. */
  readonly maxBytes: number;
}

/** The file to inspect, and the limits for it. */
export interface PartialDownloadConfig {
  readonly url: URL;
  readonly outbound: Outbound;
  readonly limits: InspectionLimits;
  /** Maximum milliseconds without a byte from the server. */
  readonly stallTimeoutMs: number;
  readonly signal: AbortSignal;
}

type RangeBody = Extract<RangeResponse, { kind: 'range' | 'wholeFile' }>;

/**
 * A remote file whose bytes are fetched when they are read. Range requests fill a sparse local file. If the
 * server does not support ranges, the file is fetched from its start up to the last byte that is needed.
 */
export class PartialDownload implements AsyncDisposable {
  /** Path of the local file. It has each fetched byte at its original offset. */
  readonly path: string;
  private readonly config: PartialDownloadConfig;
  private readonly handle: FileHandle;
  private readonly expired = new AbortController();
  private readonly signal: AbortSignal;
  private readonly heldBlocks = new Set<number>();
  private currentVersion: Validators | undefined;
  private totalBytes: number | undefined;
  private timeLeftMs: number;
  private bytesLeft: number;
  /**
   * The response with the whole file, if the server does not support ranges. `at` counts the bytes read so
   * far.
   */
  private wholeFile: (RangeBody & { at: number }) | undefined;
  /** The error that ended the download. */
  private failure: Error | undefined;
  private blocksAhead = 1;
  private nextBlock = 1;
  /** Runs one fetch at a time, so that no bytes are fetched twice. */
  private readonly queue = pLimit(1);

  private constructor(path: string, handle: FileHandle, config: PartialDownloadConfig) {
    this.path = path;
    this.handle = handle;
    this.config = config;
    this.signal = AbortSignal.any([config.signal, this.expired.signal]);
    this.timeLeftMs = config.limits.timeMs;
    this.bytesLeft = config.limits.maxBytes;
  }

  /**
   * Opens a remote file and fetches its first block.
   *
   * @param path the path of the local file, which is created.
   * @param known the version that is already in the cache.
   * @returns undefined if the server still has the known version.
   * @throws {KinoraError} like {@link PartialDownload.fetchRange}, and `asset_not_media` if the file is
   *   empty.
   */
  static async open(
    path: string,
    config: PartialDownloadConfig,
    known: Validators | undefined,
  ): Promise<PartialDownload | undefined> {
    const file = new PartialDownload(path, await open(path, 'w'), config);
    try {
      if (await file.withinTimeLimit(() => file.fetchStart(known))) return file;
    } catch (error) {
      await file[Symbol.asyncDispose]();
      throw error;
    }
    await file[Symbol.asyncDispose]();
    return undefined;
  }

  /** Validators of the version that this download reads. */
  get version(): Validators | undefined {
    return this.currentVersion;
  }

  /** Size in bytes. Undefined if the server has not reported it yet. */
  get size(): number | undefined {
    return this.totalBytes;
  }

  /**
   * Fetches the missing blocks of a range.
   *
   * @param from the offset of the first byte.
   * @param count the number of bytes.
   * @returns the number of bytes of the range that are now in the local file: `count`, or fewer if the file
   *   ends sooner.
   * @throws {KinoraError} `asset_timed_out` or `asset_too_large` beyond the limits, `asset_refused`,
   *   `asset_not_found`, `asset_unreachable`, or `cancelled` if the signal aborts.
   */
  fetchRange(from: number, count: number): Promise<number> {
    return this.queue(() => this.withinTimeLimit(() => this.fetchMissing(from, count)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.expired.abort();
    await this.queue(() => undefined);
    this.wholeFile?.discard();
    await this.handle.close();
  }

  private async fetchStart(known: Validators | undefined): Promise<boolean> {
    const response = await this.request(0, BLOCK, known);
    if (response.kind === 'unchanged') return false;
    await this.store(response, 0, BLOCK);
    if (this.wholeFile) await this.readWholeFileUntil(BLOCK);
    if (this.totalBytes === 0) throw this.createError('asset_not_media', 'is empty');
    return true;
  }

  private async fetchMissing(from: number, count: number): Promise<number> {
    const endOffset = (): number => Math.min(from + count, this.totalBytes ?? Infinity);
    for (let block = Math.floor(from / BLOCK); block * BLOCK < endOffset(); block++) {
      if (!this.heldBlocks.has(block)) await this.fetchBlock(block);
    }
    return Math.max(0, endOffset() - from);
  }

  private async fetchBlock(block: number): Promise<void> {
    if (!this.wholeFile) {
      this.blocksAhead = block === this.nextBlock ? Math.min(this.blocksAhead * 2, MAX_BLOCKS) : 1;
      let after = block + 1;
      while (after < block + this.blocksAhead && !this.heldBlocks.has(after)) after++;
      await this.store(
        await this.request(block * BLOCK, after * BLOCK, undefined),
        block * BLOCK,
        after * BLOCK,
      );
      this.nextBlock = after;
    }
    if (this.wholeFile) await this.readWholeFileUntil((block + 1) * BLOCK);
  }

  private async request(from: number, to: number, known: Validators | undefined): Promise<RangeResponse> {
    const request = { ...this.config, signal: this.signal, from, to, known };
    return await retry(RETRY_POLICY, { signal: this.signal }, () => requestRange(request));
  }

  /**
   * Writes a range to the local file. If the server sends the whole file instead, keeps the response open for
   * later reads.
   */
  private async store(response: RangeResponse, from: number, to: number): Promise<void> {
    if (response.kind === 'unchanged') return;
    if (response.kind === 'beyondEnd') {
      this.totalBytes = response.total ?? from;
      return;
    }
    try {
      this.checkVersion(response);
      this.totalBytes ??= response.total;
      if (response.kind === 'range') await this.write(response, from, Math.min(to, this.totalBytes ?? to));
      else this.wholeFile = { ...response, at: 0 };
    } finally {
      if (response.kind === 'range') response.discard();
    }
  }

  private async write({ chunks }: RangeBody, from: number, to: number): Promise<void> {
    let at = from;
    // Reads the response to its end, so that the connection can be reused. Stops if the response is longer
    // than requested.
    for (let next = await chunks.next(); next.done !== true && at < to; next = await chunks.next()) {
      at += await this.writeBytes(next.value.subarray(0, to - at), at);
    }
    // If the size of the file is known, a short response is an error. If not, it marks the end of the file.
    if (at < to && this.totalBytes !== undefined) throw this.createError('asset_unreachable', CUT_SHORT);
    if (at < to) this.totalBytes = at;
    this.markHeld(from, at);
  }

  /** Reads the response with the whole file up to an offset. */
  private async readWholeFileUntil(to: number): Promise<void> {
    const { wholeFile: all } = this;
    while (all && all.at < to) {
      const next = await all.chunks.next();
      if (next.done === true) {
        this.totalBytes = all.at;
        break;
      }
      all.at += await this.writeBytes(next.value, all.at);
    }
    this.markHeld(0, all?.at ?? 0);
  }

  private async writeBytes(bytes: Buffer, at: number): Promise<number> {
    this.bytesLeft -= bytes.length;
    if (this.bytesLeft < 0) {
      const limit = `${Math.round(this.config.limits.maxBytes / 1e6)} MB`;
      throw this.createError(
        'asset_too_large',
        `cannot be inspected: more than ${limit} of it would have to be read`,
      );
    }
    await this.handle.write(bytes, 0, bytes.length, at);
    return bytes.length;
  }

  private markHeld(from: number, to: number): void {
    const whole = to === this.totalBytes ? Math.ceil(to / BLOCK) : Math.floor(to / BLOCK);
    for (let block = Math.ceil(from / BLOCK); block < whole; block++) this.heldBlocks.add(block);
  }

  private checkVersion({ version, total }: RangeBody): void {
    this.currentVersion ??= version;
    const other =
      version.etag !== this.currentVersion.etag ||
      (total !== undefined && this.totalBytes !== undefined && total !== this.totalBytes);
    if (other) throw this.createError('asset_unreachable', 'changed while it was read');
  }

  /** Runs work within the remaining time. After a failure, every later call fails with the same error. */
  private async withinTimeLimit<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.failure) throw this.failure;
    const started = performance.now();
    const timer = setTimeout(() => this.expired.abort(), this.timeLeftMs);
    try {
      this.signal.throwIfAborted();
      return await work();
    } catch (error) {
      this.failure = this.toReportedError(error);
      throw this.failure;
    } finally {
      clearTimeout(timer);
      this.timeLeftMs -= performance.now() - started;
    }
  }

  private toReportedError(error: unknown): Error {
    if (this.config.signal.aborted) return this.createError('cancelled', 'was not fetched');
    const limit = `${this.config.limits.timeMs / 1000} s`;
    if (this.expired.signal.aborted)
      return this.createError('asset_timed_out', `timed out: it could not be inspected within ${limit}`);
    return toFinalError(error);
  }

  private createError(code: KinoraError['code'], what: string): KinoraError {
    return new KinoraError(code, `${redactUrl(this.config.url)} ${what}.`);
  }
}
