import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { KinoraError } from '../../base/errors.ts';
import { shownUrl } from '../../base/shown-url.ts';
import { Transient } from './failure.ts';
import type { Outbound } from '../../outbound/index.ts';
import { askForRange, lasting, type RangeAnswer } from './remote-range.ts';
import type { Validators } from './transfer.ts';

/** Bytes that are fetched at the least, and the grid on which it is known which are there. */
const BLOCK = 256 * 1024;
/** Blocks that one request asks for at the most, reached by doubling while a file is read on and on. */
const MOST_BLOCKS = 8;
const RETRY_MS = 250;
const CUT_SHORT = 'cannot be read: its server sent less than it said';

/** What looking at one file may cost. */
export interface LookLimits {
  /** Milliseconds of waiting for its server, all requests together. */
  readonly time: number;
  /** Bytes that are fetched of it. */
  readonly bytes: number;
}

/** Which file is looked at, and how. */
export interface RemoteConfig {
  readonly url: URL;
  readonly outbound: Outbound;
  readonly limits: LookLimits;
  /** Milliseconds without a byte. */
  readonly stallTimeout: number;
  readonly signal: AbortSignal;
}

type Body = Extract<RangeAnswer, { kind: 'piece' | 'all' }>;

/**
 * A file far away of which only what is read is fetched, by range requests, into a sparse local file. From a server that does
 * not know of ranges it is read from its start, up to what is needed.
 */
export class RemoteFile implements AsyncDisposable {
  /** The local file, with each fetched byte at its own place. */
  readonly path: string;
  private readonly config: RemoteConfig;
  private readonly handle: FileHandle;
  private readonly expired = new AbortController();
  private readonly signal: AbortSignal;
  private readonly held = new Set<number>();
  private current: Validators | undefined;
  private total: number | undefined;
  private timeLeft: number;
  private bytesLeft: number;
  /** All of the file on its way, and how much of it has come. */
  private all: (Body & { at: number }) | undefined;
  /** Why nothing more can be read. */
  private broken: Error | undefined;
  private ahead = 1;
  private afterLast = 1;
  /** One piece at a time: what is there afterwards need not be asked for again. */
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(path: string, handle: FileHandle, config: RemoteConfig) {
    this.path = path;
    this.handle = handle;
    this.config = config;
    this.signal = AbortSignal.any([config.signal, this.expired.signal]);
    this.timeLeft = config.limits.time;
    this.bytesLeft = config.limits.bytes;
  }

  /**
   * Asks for the first bytes.
   *
   * @param path of the local file, which is made.
   * @param known a version that is here already.
   * @returns undefined when the server still has that version.
   * @throws {KinoraError} as {@link RemoteFile.have}; `asset_not_media` when the file is empty.
   */
  static async open(
    path: string,
    config: RemoteConfig,
    known: Validators | undefined,
  ): Promise<RemoteFile | undefined> {
    const file = new RemoteFile(path, await open(path, 'w'), config);
    try {
      if (await file.inTime(() => file.begin(known))) return file;
    } catch (error) {
      await file[Symbol.asyncDispose]();
      throw error;
    }
    await file[Symbol.asyncDispose]();
    return undefined;
  }

  /** What its server said of the version that is read. */
  get version(): Validators | undefined {
    return this.current;
  }

  /** Bytes in all, as far as the server has told. */
  get size(): number | undefined {
    return this.total;
  }

  /**
   * Fetches a piece, but for what is there already.
   *
   * @returns how many of its bytes are in the local file now; fewer than `count` only at the end of the file.
   * @throws {KinoraError} `asset_timed_out` or `asset_too_large` beyond the limits, `asset_refused`, `asset_not_found`,
   *   `asset_unreachable`, or `cancelled` if the signal aborts.
   */
  have(from: number, count: number): Promise<number> {
    const work = this.turn.then(() => this.inTime(() => this.fill(from, count)));
    this.turn = work.catch(() => undefined);
    return work;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.expired.abort();
    await this.turn;
    this.all?.discard();
    await this.handle.close();
  }

  private async begin(known: Validators | undefined): Promise<boolean> {
    const answer = await this.ask(0, BLOCK, known);
    if (answer.kind === 'same') return false;
    await this.take(answer, 0, BLOCK);
    if (this.all) await this.readOn(BLOCK);
    if (this.total === 0) throw this.failure('asset_not_media', 'is empty');
    return true;
  }

  private async fill(from: number, count: number): Promise<number> {
    const end = (): number => Math.min(from + count, this.total ?? Infinity);
    for (let block = Math.floor(from / BLOCK); block * BLOCK < end(); block++) {
      if (!this.held.has(block)) await this.fetch(block);
    }
    return Math.max(0, end() - from);
  }

  private async fetch(block: number): Promise<void> {
    if (!this.all) {
      this.ahead = block === this.afterLast ? Math.min(this.ahead * 2, MOST_BLOCKS) : 1;
      let after = block + 1;
      while (after < block + this.ahead && !this.held.has(after)) after++;
      await this.take(await this.ask(block * BLOCK, after * BLOCK, undefined), block * BLOCK, after * BLOCK);
      this.afterLast = after;
    }
    if (this.all) await this.readOn((block + 1) * BLOCK);
  }

  private async ask(from: number, to: number, known: Validators | undefined): Promise<RangeAnswer> {
    const request = { ...this.config, signal: this.signal, from, to, known };
    try {
      return await askForRange(request);
    } catch (error) {
      if (!(error instanceof Transient)) throw error;
      await wait(RETRY_MS, undefined, { signal: this.signal });
      return await askForRange(request);
    }
  }

  /** Writes a piece down, or remembers that all of the file is on its way. */
  private async take(answer: RangeAnswer, from: number, to: number): Promise<void> {
    if (answer.kind === 'same') return;
    if (answer.kind === 'beyond') {
      this.total = answer.total ?? from;
      return;
    }
    try {
      this.checkSame(answer);
      this.total ??= answer.total;
      if (answer.kind === 'piece') await this.write(answer, from, Math.min(to, this.total ?? to));
      else this.all = { ...answer, at: 0 };
    } finally {
      if (answer.kind === 'piece') answer.discard();
    }
  }

  private async write({ chunks }: Body, from: number, to: number): Promise<void> {
    let at = from;
    // Read to its end, a connection can be used again; one that sends more than it was asked for cannot.
    for (let next = await chunks.next(); next.done !== true && at < to; next = await chunks.next()) {
      at += await this.put(next.value.subarray(0, to - at), at);
    }
    // A server that does not tell the size sends less where the file ends.
    if (at < to && this.total !== undefined) throw this.failure('asset_unreachable', CUT_SHORT);
    if (at < to) this.total = at;
    this.mark(from, at);
  }

  /** Reads all of the file, in its order, until a place. */
  private async readOn(to: number): Promise<void> {
    const { all } = this;
    while (all && all.at < to) {
      const next = await all.chunks.next();
      if (next.done === true) {
        this.total = all.at;
        break;
      }
      all.at += await this.put(next.value, all.at);
    }
    this.mark(0, all?.at ?? 0);
  }

  private async put(bytes: Buffer, at: number): Promise<number> {
    this.bytesLeft -= bytes.length;
    if (this.bytesLeft < 0) {
      const most = `${Math.round(this.config.limits.bytes / 1e6)} MB`;
      throw this.failure(
        'asset_too_large',
        `cannot be looked at: more than ${most} of it would have to be read`,
      );
    }
    await this.handle.write(bytes, 0, bytes.length, at);
    return bytes.length;
  }

  private mark(from: number, to: number): void {
    const whole = to === this.total ? Math.ceil(to / BLOCK) : Math.floor(to / BLOCK);
    for (let block = Math.ceil(from / BLOCK); block < whole; block++) this.held.add(block);
  }

  private checkSame({ version, total }: Body): void {
    this.current ??= version;
    const other =
      version.etag !== this.current.etag ||
      (total !== undefined && this.total !== undefined && total !== this.total);
    if (other) throw this.failure('asset_unreachable', 'changed while it was read');
  }

  /** Does work within the time that is left for the server, and says why it failed. */
  private async inTime<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.broken) throw this.broken;
    const started = performance.now();
    const timer = setTimeout(() => this.expired.abort(), this.timeLeft);
    try {
      this.signal.throwIfAborted();
      return await work();
    } catch (error) {
      this.broken = this.explained(error);
      throw this.broken;
    } finally {
      clearTimeout(timer);
      this.timeLeft -= performance.now() - started;
    }
  }

  private explained(error: unknown): Error {
    if (this.config.signal.aborted) return this.failure('cancelled', 'was not fetched');
    const limit = `${this.config.limits.time / 1000} s`;
    if (this.expired.signal.aborted)
      return this.failure('asset_timed_out', `timed out: it could not be looked at within ${limit}`);
    return lasting(error);
  }

  private failure(code: KinoraError['code'], what: string): KinoraError {
    return new KinoraError(code, `${shownUrl(this.config.url)} ${what}.`);
  }
}
