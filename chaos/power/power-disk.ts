import { execFile, spawnSync } from 'node:child_process';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Programs for disks lie in folders that the path of a user may not name. */
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` };
const run = (program: string, args: readonly string[]) => promisify(execFile)(program, args, { env });

/** Times that a copy is begun again because the kernel wrote to the disk meanwhile. */
const MAX_COPIES = 50;
/** Positions in the statistics of a block device. */
const [WRITES, IN_FLIGHT] = [4, 8];
/**
 * Options of the file system. Nothing reaches the disk unless a program asks for it, or the kernel writes old
 * pages: the journal is written every 300 seconds, and a file that is replaced gets no special care.
 */
const MOUNT_OPTIONS = 'loop,noatime,noinit_itable,commit=300,noauto_da_alloc';

/** The folders that are mounted now. */
const mounted = new Set<string>();
process.on('exit', () => {
  for (const folder of mounted) spawnSync('umount', ['--lazy', folder]);
});

/** A file system in a file. A copy of the file is the disk as a power cut leaves it. */
export class PowerDisk {
  /** The mount point of the file system. */
  readonly folder: string;
  private readonly image: string;

  private constructor(image: string, folder: string) {
    this.image = image;
    this.folder = folder;
  }

  /** Makes an empty disk and mounts it. @throws if this user may not. */
  static async create(image: string, folder: string, megabytes: number): Promise<PowerDisk> {
    await using file = await open(image, 'w');
    await file.truncate(megabytes * 2 ** 20);
    // A small journal, and none of it written now: each copy is as small as what was written.
    const options = ['-q', '-J', 'size=8', '-E', 'lazy_itable_init=1,lazy_journal_init=1'];
    await run('mkfs.ext4', [...options, image]);
    return await PowerDisk.mount(image, folder);
  }

  /** Mounts a disk. The kernel recovers it by its journal, as after a power cut. */
  static async mount(image: string, folder: string): Promise<PowerDisk> {
    await mkdir(folder, { recursive: true });
    await run('mount', ['-o', MOUNT_OPTIONS, image, folder]);
    mounted.add(folder);
    return new PowerDisk(image, folder);
  }

  /** Copies the disk without unsynced data in memory. No process may write to it meanwhile. */
  async copyTo(path: string): Promise<void> {
    const device = await this.findDevice();
    for (let copies = 0; copies < MAX_COPIES; copies++) {
      const before = await readStatistics(device);
      if (before.inFlight === 0) {
        await copyImage(this.image, path);
        const after = await readStatistics(device);
        if (after.inFlight === 0 && after.writes === before.writes) return;
      }
      await sleep(20);
    }
    throw new Error(`The kernel did not stop writing to ${this.image}.`);
  }

  /** Unmounts the disk. Its file stays. */
  async unmount(): Promise<void> {
    // A process that was killed may hold the disk for a moment. Lazily, it goes with its last file.
    await run('umount', [this.folder]).catch(() => run('umount', ['--lazy', this.folder]));
    mounted.delete(this.folder);
  }

  /** Unmounts the disk and deletes it. */
  async remove(): Promise<void> {
    await this.unmount();
    await rm(this.image, { force: true });
  }

  private async findDevice(): Promise<string> {
    const { stdout } = await run('findmnt', ['-n', '-o', 'SOURCE', '-M', this.folder]);
    return basename(stdout.trim());
  }
}

/** Copies a disk. Unwritten parts take no space. */
export async function copyImage(from: string, to: string): Promise<void> {
  await run('cp', ['--sparse=always', from, to]);
}

/** Returns the counters of a block device. */
async function readStatistics(device: string): Promise<{ writes: number; inFlight: number }> {
  const text = await readFile(join('/sys/block', device, 'stat'), 'utf8');
  const numbers = text.trim().split(/\s+/).map(Number);
  return { writes: numbers[WRITES] ?? NaN, inFlight: numbers[IN_FLIGHT] ?? NaN };
}
