import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { KinoraError } from '../../base/errors.ts';
import type { ListedFile } from '../../base/walk-files.ts';
import { PLAIN_BYTES, S3Objects } from '../s3-objects.ts';
import { nameOfKept, prefixOfKept, SEGMENTS_FOLDER } from './kept-name.ts';
import type { KeptFile, KeptSegments } from './kept-segments.ts';

/** Bytes that this process may add before it removes the oldest segments. */
const SWEEP_BYTES = 500_000_000;
/** Part of the limit that a removal leaves, so that the next one is not needed at once. */
const LEFT = 0.9;
/** Milliseconds after which a use is recorded again. S3 reports when an object was written, not when it was read. */
const RECORD_USE_AFTER_MS = 6 * 3_600_000;
const MAX_CONCURRENT = 8;
/** Time limits that are short, because a render can make missing segments again. */
const LIMITS = { timeoutMs: 5000, attempts: 2, firstPauseMs: 250 };

/**
 * Keeps segments in S3, for all machines of an installation. The least recently used ones are removed if they exceed
 * their limit. An object is copied onto itself if it is used after some hours, which renews its time.
 */
export class S3Segments implements KeptSegments {
  private readonly objects: S3Objects;
  private readonly closing: AbortSignal;
  private readonly maxBytes: number;
  private addedBytes = SWEEP_BYTES;

  /** @param maxBytes maximum size of all segments together. Each machine may exceed it by 0.5 GB for some time. */
  constructor(storage: S3Objects, maxBytes: number) {
    const { location, connection, policy } = storage;
    const short = { ...policy.interactive, ...LIMITS };
    this.objects = new S3Objects(location, connection, { ...policy, uploads: short, interactive: short });
    this.closing = storage.signal;
    this.maxBytes = maxBytes;
  }

  async find(owner: string, identity: string, path: string): Promise<boolean> {
    const name = this.nameOf(owner, identity);
    const found = await this.objects.inspect(name);
    if (found === undefined) return false;
    try {
      const body = await this.objects.open(name, undefined, this.closing);
      await pipeline(body, createWriteStream(path, { flags: 'wx' }));
    } catch (error) {
      await rm(path, { force: true });
      // Another machine has removed it in the meantime.
      if (error instanceof KinoraError && error.code === 'not_found') return false;
      throw error;
    }
    await this.recordUse(name, found.modified);
    return true;
  }

  async open(owner: string, identity: string): Promise<KeptFile | undefined> {
    const name = this.nameOf(owner, identity);
    const found = await this.objects.inspect(name);
    if (found === undefined) return undefined;
    await this.recordUse(name, found.modified);
    return {
      size: found.size,
      isInPlace: false,
      read: async (from, to, signal) => {
        const either = AbortSignal.any([this.closing, signal]);
        return await buffer(await this.objects.open(name, { from, to: to - 1 }, either));
      },
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }

  async keep(owner: string, identity: string, path: string): Promise<void> {
    await this.store(this.nameOf(owner, identity), path, this.closing);
  }

  async keepOnce(owner: string, identity: string, path: string, signal: AbortSignal): Promise<void> {
    const name = this.nameOf(owner, identity);
    if ((await this.objects.inspect(name)) !== undefined) return;
    await this.store(name, path, AbortSignal.any([this.closing, signal]));
  }

  async remove(owner: string, identity: string): Promise<void> {
    await this.objects.remove(this.nameOf(owner, identity));
  }

  async removeOwned(owner: string, limit: number): Promise<number> {
    const names: string[] = [];
    const prefix = this.objects.nameOf(`${SEGMENTS_FOLDER}/${prefixOfKept(owner)}`);
    for await (const { name } of this.objects.list(prefix)) if (names.push(name) === limit) break;
    const atOnce = pLimit(MAX_CONCURRENT);
    await Promise.all(names.map((name) => atOnce(() => this.objects.remove(name))));
    return names.length;
  }

  private async recordUse(name: string, modified: Date): Promise<void> {
    if (Date.now() - modified.getTime() > RECORD_USE_AFTER_MS)
      await this.objects.copy(name, { name, type: PLAIN_BYTES });
  }

  private async store(name: string, path: string, signal: AbortSignal): Promise<void> {
    const size = await this.objects.putFile({ name, type: PLAIN_BYTES, signal }, path);
    this.addedBytes += size;
    if (this.addedBytes < SWEEP_BYTES) return;
    this.addedBytes = 0;
    await this.removeOldest();
  }

  private async removeOldest(): Promise<void> {
    const all: ListedFile[] = [];
    const prefix = this.objects.nameOf(`${SEGMENTS_FOLDER}/`);
    for await (const object of this.objects.list(prefix)) all.push(object);
    let excess = all.reduce((sum, { size }) => sum + size, 0);
    if (excess <= this.maxBytes) return;
    excess -= LEFT * this.maxBytes;
    const limit = pLimit(MAX_CONCURRENT);
    const removals: Promise<void>[] = [];
    for (const { name, size } of all.toSorted((a, b) => a.modified.getTime() - b.modified.getTime())) {
      if (excess <= 0) break;
      excess -= size;
      removals.push(limit(() => this.objects.remove(name)));
    }
    await Promise.all(removals);
  }

  private nameOf(owner: string, identity: string): string {
    return this.objects.nameOf(`${SEGMENTS_FOLDER}/${nameOfKept(owner, identity)}`);
  }
}
