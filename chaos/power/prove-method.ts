import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../../src/base/ignore-missing.ts';
import { PowerDisk } from './power-disk.ts';

const MEGABYTES = 64;
const BYTES = Buffer.alloc(100_000, 'Kinora');

/**
 * Shows that a copy of a disk has the synced data and lacks the other. Undefined if it does.
 *
 * @returns why power cuts cannot be simulated on this machine.
 */
export async function findPowerCutObstacle(folder: string): Promise<string | undefined> {
  const [image, copy] = [join(folder, 'proof.img'), join(folder, 'proof-copy.img')];
  let disk: PowerDisk;
  try {
    disk = await PowerDisk.create(image, join(folder, 'proof'), MEGABYTES);
  } catch (error) {
    return `this user cannot mount a file system (${readReason(error)})`;
  }
  try {
    await writeFile(join(disk.folder, 'synced'), BYTES);
    for (const path of [join(disk.folder, 'synced'), disk.folder]) await syncPath(path);
    await writeFile(join(disk.folder, 'unsynced'), BYTES);
    await disk.copyTo(copy);
  } finally {
    await disk.remove();
  }
  const found = await PowerDisk.mount(copy, join(folder, 'proof-copy'));
  try {
    const synced = await ignoreMissing(readFile(join(found.folder, 'synced')));
    if (synced?.equals(BYTES) !== true) throw new Error('A simulated power cut lost a synced file.');
    const size = (await ignoreMissing(stat(join(found.folder, 'unsynced'))))?.size ?? 0;
    if (size > 0) throw new Error('A simulated power cut kept a file that was not synced.');
  } finally {
    await found.remove();
  }
  return undefined;
}

async function syncPath(path: string): Promise<void> {
  await using file = await open(path);
  await file.sync();
}

function readReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.trim().split('\n').at(-1) ?? '';
}
