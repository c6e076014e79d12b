import { execFile } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCodeOf } from '../../src/base/error-code.ts';

const CHUNK = Buffer.alloc(1 << 20);

/** A small file system in memory, which can be filled. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Mounts a file system of some megabytes. Returns undefined if this user may not. */
  static async mount(folder: string, megabytes: number): Promise<SmallDisk | undefined> {
    await mkdir(folder, { recursive: true });
    try {
      await promisify(execFile)('mount', [
        '-t',
        'tmpfs',
        '-o',
        `size=${megabytes}m,mode=700`,
        'tmpfs',
        folder,
      ]);
    } catch {
      // Only root may mount, and not in every container.
      return undefined;
    }
    return new SmallDisk(folder);
  }

  /** Writes a file until nothing fits any more. */
  async fill(): Promise<void> {
    await using file = await open(this.ballast, 'w');
    try {
      for (;;) await file.write(CHUNK);
    } catch (error) {
      if (errorCodeOf(error) !== 'ENOSPC') throw error;
    }
  }

  async free(): Promise<void> {
    await rm(this.ballast, { force: true });
  }

  /** Returns the free bytes. */
  async freeBytes(): Promise<number> {
    const { bavail, bsize } = await statfs(this.folder);
    return bavail * bsize;
  }

  async unmount(): Promise<void> {
    await promisify(execFile)('umount', ['--lazy', this.folder]);
  }

  private get ballast(): string {
    return join(this.folder, 'ballast');
  }
}
