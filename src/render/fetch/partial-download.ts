import { type FileHandle, open } from 'node:fs/promises';
import pLimit from 'p-limit';
import { KinoraError } from '../../base/errors.ts';
import { redactUrl } from '../../base/redact-url.ts';
import { retry, toFinalError } from '../../outbound/index.ts';
import type { Outbound, RetryPolicy } from '../../outbound/index.ts';
import { requestRange, type RangeResponse } from './range-request.ts';
import type { Validators } from './download-attempt.ts';

/** Bytes that are fetched at the least, and the grid on which it is known which are there. */
const BLOCK = 256 * 1024;
/** Blocks that one request asks for at the most, reached by doubling while a file is read on and on. */
const MAX_BLOCKS = 8;
/** Somebody is waiting: one more attempt, soon. */
const RETRY_POLICY: RetryPolicy = { attempts: 2, firstPauseMs: 250, maxPauseMs: 250 };
const CUT_SHORT = 'cannot be read: its server sent less than it said';

/** What looking at one file may cost. */
export interface InspectionLimits {
  /** Milliseconds of waiting for its server, all requests together. */
  readonly timeMs: number;
  /** Bytes that are fetched of it. */
  readonly maxBytes: number;
}

/** Which file is looked at, and how. */
export interface PartialDownloadConfig {
  readonly url: URL;
  readonly outbound: Outbound;
  readonly limits: InspectionLimits;
  /** Milliseconds without a byte. */
  readonly stallTimeoutMs: number;
  readonly signal: AbortSignal;
}

type RangeBody = Extract<RangeResponse, { kind: 'range' | 'wholeFile' }>;

/**
 * A file far away of which only what is read is fetched, by range requests, into a sparse local file. From a server that does
 * not know of ranges it is read from its start, up to what is needed.
 */
export class PartialDownload implements AsyncDisposable {
  /** The local file, with each fetched byte at its own place. */
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
  /** All of the file on its way, and how much of it has come. */
  private wholeFile: (RangeBody & { at: number }) | undefined;
  /** Why nothing more can be read. */
  private failure: Error | undefined;
  private blocksAhead = 1;
  private nextBlock = 1;
  /** One range at a time: the next one need not fetch the same bytes again. */
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
   * Asks for the first bytes.
   *
   * @param path of the local file, which is made.
   * @param known a version that is here already.
   * @returns undefined when the server still has that version.
   * @throws {KinoraError} as {@link PartialDownload.fetchRange}; `asset_not_media` when the file is empty.
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

  /** What its server said of the version that is read. */
  get version(): Validators | undefined {
    return this.currentVersion;
  }

  /** Bytes in all, as far as the server has told. */
  get size(): number | undefined {
    return this.totalBytes;
  }

  /**
   * Fetches a piece, but for what is there already.
   *
   * @returns how many of its bytes are in the local file now; fewer than `count` only at the end of the file.
   * @throws {KinoraError} `asset_timed_out` or `asset_too_large` beyond the limits, `asset_refused`, `asset_not_found`,
   *   `asset_unreachable`, or `cancelled` if the signal aborts.
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

  /** Writes a piece down, or remembers that all of the file is on its way. */
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
    // Read to its end, a connection can be used again; one that sends more than it was asked for cannot.
    for (let next = await chunks.next(); next.done !== true && at < to; next = await chunks.next()) {
      at += await this.writeBytes(next.value.subarray(0, to - at), at);
    }
    // A server that does not tell the size sends less where the file ends.
    if (at < to && this.totalBytes !== undefined) throw this.createError('asset_unreachable', CUT_SHORT);
    if (at < to) this.totalBytes = at;
    this.markHeld(from, at);
  }

  /** Reads all of the file, in its order, until a place. */
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
        `cannot be looked at: more than ${limit} of it would have to be read`,
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

  /** Does work within the time that is left for the server, and says why it failed. */
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
      return this.createError('asset_timed_out', `timed out: it could not be looked at within ${limit}`);
    return toFinalError(error);
  }

  private createError(code: KinoraError['code'], what: string): KinoraError {
    return new KinoraError(code, `${redactUrl(this.config.url)} ${what}.`);
  }
}
