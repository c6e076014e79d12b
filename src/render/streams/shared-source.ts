import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { KinoraError } from '../../base/errors.ts';
import { areIntact, CHECKED_BYTES } from '../media/block-checksums.ts';
import type { RemoteFile } from '../media/source-file.ts';
import type { FileContent } from '../produce/file-content.ts';
import type { RangedFile, SegmentStore } from './segment-store.ts';

/** Maximum number of blocks that are read at once: 4 MiB. Reads in a row double the number until they reach it. */
const MAX_BLOCKS = 16;
/** One more attempt at a range that fails or is damaged: it may have been damaged on its way. */
const ATTEMPTS = 2;
/** Maximum milliseconds of one attempt at a range. */
const TIME_LIMIT_MS = 30_000;

/** The store of the files of a handout, and their owner. */
export interface SharedFiles {
  readonly store: SegmentStore;
  readonly owner: string;
  readonly signal: AbortSignal;
}

/**
 * A file that another process has kept in the store, read by ranges. A file whose bytes are at hand already is only
 * checked. The checksum of each block is compared, so that no damaged byte is ever used.
 */
export class SharedSource implements RemoteFile, AsyncDisposable {
  readonly path: string;
  readonly size: number;
  private readonly content: FileContent;
  private readonly shared: SharedFiles;
  private readonly kept: RangedFile;
  /** The local file with the blocks that were read. Undefined if the file is in place. */
  private readonly target: FileHandle | undefined;
  private readonly closing = new AbortController();
  private readonly heldBlocks = new Set<number>();
  private blocksAhead = 1;
  private nextBlock = 0;
  /** Reads one range at a time, so that none is read twice. */
  private readonly queue = pLimit(1);

  private constructor(
    path: string,
    content: FileContent,
    shared: SharedFiles,
    { kept, target }: { readonly kept: RangedFile; readonly target: FileHandle | undefined },
  ) {
    this.path = path;
    this.size = content.bytes;
    this.content = content;
    this.shared = shared;
    this.kept = kept;
    this.target = target;
  }

  /**
   * Opens a file of the store. Reads nothing yet.
   *
   * @param folder a folder that does not exist. Whoever reads the file needs the right to read it.
   * @throws {KinoraError} `storage_failed` if the store has lost the file, or has another one.
   */
  static async open(folder: string, content: FileContent, shared: SharedFiles): Promise<SharedSource> {
    await mkdir(folder);
    const path = join(folder, 'bytes');
    const kept = await shared.store.open(shared.owner, content.identity, path);
    if (!kept) throw createLostError();
    try {
      if (kept.size !== content.bytes) throw await removeDamaged(content, shared);
      const target = kept.isInPlace ? undefined : await open(path, 'wx');
      return new SharedSource(path, content, shared, { kept, target });
    } catch (error) {
      await kept[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** @throws {KinoraError} `storage_failed` if the range is unavailable, or damaged in the store. */
  fetchRange(from: number, count: number): Promise<number> {
    return this.queue(() => this.fetchMissing(from, count));
  }

  /** @throws {KinoraError} the same error as {@link SharedSource.fetchRange}. */
  async fetchAll(): Promise<string> {
    await this.fetchRange(0, this.size);
    return this.path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.closing.abort(new KinoraError('cancelled', 'The file is not needed any more.'));
    await this.queue(() => undefined);
    await this.target?.close();
    await this.kept[Symbol.asyncDispose]();
  }

  private async fetchMissing(from: number, count: number): Promise<number> {
    const end = Math.max(from, Math.min(from + count, this.size));
    const endBlock = Math.ceil(end / CHECKED_BYTES);
    for (let block = Math.floor(from / CHECKED_BYTES); block < endBlock; block++)
      if (!this.heldBlocks.has(block)) await this.fetchBlocks(block, endBlock - block);
    return end - from;
  }

  /** Reads a block, and those after it that are wanted or will probably be wanted. */
  private async fetchBlocks(first: number, wanted: number): Promise<void> {
    this.blocksAhead = first === this.nextBlock ? this.blocksAhead * 2 : 1;
    this.blocksAhead = Math.min(Math.max(this.blocksAhead, wanted), MAX_BLOCKS);
    const last = Math.min(first + this.blocksAhead, Math.ceil(this.size / CHECKED_BYTES));
    let after = first + 1;
    while (after < last && !this.heldBlocks.has(after)) after++;
    const from = first * CHECKED_BYTES;
    const bytes = await this.readIntact(first, Math.min(after * CHECKED_BYTES, this.size));
    await this.target?.write(bytes, 0, bytes.length, from);
    for (let block = first; block < after; block++) this.heldBlocks.add(block);
    this.nextBlock = after;
  }

  private async readIntact(first: number, to: number): Promise<Buffer> {
    const { shared, content } = this;
    for (let attempt = 1; ; attempt++) {
      const bytes = await this.attemptRead(first * CHECKED_BYTES, to, attempt === ATTEMPTS);
      if (bytes && areIntact(bytes, first, content.checksums)) return bytes;
      if (attempt < ATTEMPTS) continue;
      throw await removeDamaged(content, shared);
    }
  }

  /** Reads a range. Returns undefined if bytes are missing, or after a failure that is not the last one. */
  private async attemptRead(from: number, to: number, isLast: boolean): Promise<Buffer | undefined> {
    const timeout = AbortSignal.timeout(TIME_LIMIT_MS);
    const ended = AbortSignal.any([this.shared.signal, this.closing.signal]);
    try {
      ended.throwIfAborted();
      const bytes = await this.kept.read(from, to, AbortSignal.any([ended, timeout]));
      return bytes.length === to - from ? bytes : undefined;
    } catch (error) {
      ended.throwIfAborted();
      if (error instanceof KinoraError && error.code === 'not_found') throw createLostError();
      if (!isLast) return undefined;
      if (error instanceof KinoraError) throw error;
      throw new KinoraError('storage_failed', 'The store of segments could not read a file.', {
        cause: error,
      });
    }
  }
}

/** Removes a damaged file, so that the next render that shares it keeps it again. Returns the error to throw. */
async function removeDamaged({ identity }: FileContent, { store, owner }: SharedFiles): Promise<KinoraError> {
  await store.remove(owner, identity);
  return new KinoraError('storage_failed', 'The store of segments has a damaged file, which was removed.');
}

function createLostError(): KinoraError {
  return new KinoraError('storage_failed', 'The store of segments has lost a file that a helper needs.');
}
