import { randomUUID } from 'node:crypto';
import {
  constants,
  copyFile,
  type FileHandle,
  link,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises';
import { join } from 'node:path';
import { flushFile } from '../../base/disk/flush.ts';
import { removeOldestFiles } from '../../base/disk/remove-old-files.ts';
import { errorCodeOf } from '../../base/error-code.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';
import { makeFolder } from '../../base/disk/make-folder.ts';
import { nameOfKept, prefixOfKept } from './kept-name.ts';
import type { KeptFile, KeptSegments } from './kept-segments.ts';

/** Bytes that may be added before the oldest segments are removed. */
const SWEEP_BYTES = 100_000_000;

/**
 * Keeps segments in a folder, which several processes may share. The least recently used ones are removed if
 * they exceed their limit or half of the disk space that is available to them.
 */
export class DiskSegments implements KeptSegments {
  private readonly folder: string;
  private readonly maxBytes: number;
  private addedBytes = SWEEP_BYTES;

  /** @param maxBytes maximum size of all segments together. */
  constructor(folder: string, maxBytes: number) {
    this.folder = folder;
    this.maxBytes = maxBytes;
  }

  async find(owner: string, identity: string, path: string): Promise<boolean> {
    const kept = this.pathOf(owner, identity);
    if ((await ignoreMissing(copy(kept, path).then(() => true))) === undefined) return false;
    await touch(kept);
    return true;
  }

  async open(owner: string, identity: string, path: string): Promise<KeptFile | undefined> {
    const kept = this.pathOf(owner, identity);
    // A link, because a file with links is not removed while it is read.
    const isInPlace = await ignoreMissing(tryLink(kept, path));
    const handle = await ignoreMissing(open(isInPlace === true ? path : kept));
    if (!handle) return undefined;
    await touch(kept);
    const { size } = await handle.stat();
    return {
      size,
      isInPlace: isInPlace === true,
      read: (from, to) => readRange(handle, from, to),
      [Symbol.asyncDispose]: () => handle.close(),
    };
  }

  async keep(owner: string, identity: string, path: string): Promise<void> {
    // A link suffices, because the caller removes the file soon.
    await this.add(owner, identity, path, copy);
  }

  async keepOnce(owner: string, identity: string, path: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const kept = this.pathOf(owner, identity);
    const touched = ignoreMissing(utimes(kept, new Date(), new Date()).then(() => true));
    // No link: a file with links is not removed from the cache of sources, nor from here.
    if ((await touched) !== true)
      await this.add(owner, identity, path, (from, to) => copyFile(from, to, constants.COPYFILE_FICLONE));
  }

  async remove(owner: string, identity: string): Promise<void> {
    await rm(this.pathOf(owner, identity), { force: true });
  }

  async removeOwned(owner: string, limit: number): Promise<number> {
    const prefix = prefixOfKept(owner);
    const all = (await ignoreMissing(readdir(this.folder))) ?? [];
    const own = all.filter((name) => name.startsWith(prefix)).slice(0, limit);
    for (const name of own) await rm(join(this.folder, name), { force: true });
    return own.length;
  }

  private async add(owner: string, identity: string, path: string, copyTo: typeof copy): Promise<void> {
    await makeFolder(this.folder);
    const part = join(this.folder, `${randomUUID()}.part`);
    try {
      await copyTo(path, part);
      // A power cut must not leave an empty segment under its final name.
      await flushFile(part);
      await rename(part, this.pathOf(owner, identity));
    } finally {
      await rm(part, { force: true });
    }
    this.addedBytes += (await stat(path)).size;
    if (this.addedBytes < SWEEP_BYTES) return;
    this.addedBytes = 0;
    await removeOldestFiles(this.folder, this.maxBytes);
  }

  private pathOf(owner: string, identity: string): string {
    return join(this.folder, nameOfKept(owner, identity));
  }
}

/** Records a use: a link counts as one, but a copy does not. */
async function touch(path: string): Promise<void> {
  await ignoreMissing(utimes(path, new Date(), new Date()));
}

/** Links to a file, or copies it if it is on another disk. */
async function copy(from: string, to: string): Promise<void> {
  if (!(await tryLink(from, to))) await copyFile(from, to);
}

/** Links to a file. Returns false if it is on another disk. */
async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (!['EXDEV', 'EPERM', 'EMLINK'].includes(String(errorCodeOf(error)))) throw error;
    return false;
  }
}

async function readRange(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(to - from);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, from + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}
