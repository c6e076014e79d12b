import { open } from 'node:fs/promises';

/** Flushes a file to the disk, so that a power cut cannot leave it empty. */
export async function flushToDisk(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}
