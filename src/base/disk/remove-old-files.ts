import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../ignore-missing.ts';

/**
 * Removes files that were last used before a given time. Linking to a file and touching it both count as use,
 * because both change the ctime of its inode.
 *
 * @param before milliseconds since 1970, exclusive.
 */
export async function removeUnusedFiles(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const stats = await ignoreMissing(stat(path));
    if (stats && stats.ctimeMs < before) await rm(path, { force: true });
  }
}

interface CachedFile {
  readonly path: string;
  readonly size: number;
  readonly ctimeMs: number;
  /** True if a reader has a link to the file. */
  readonly inUse: boolean;
}

/**
 * Removes the files of sources, the least recently used first, until the rest fits. Keeps files in use,
 * because their removal would free no space.
 *
 * @param maxBytes the maximum size of all files together. On a small disk, the limit is lower: half of the
 *   sum of the free space and the size of these files. This leaves room for renders and finished files.
 */
export async function removeOldestFiles(folder: string, maxBytes: number): Promise<void> {
  const files = await listFiles(folder);
  let bytes = files.reduce((sum, { size }) => sum + size, 0);
  const budget = await budgetOf(folder, bytes, maxBytes);
  for (const { path, size, inUse } of files.toSorted((a, b) => a.ctimeMs - b.ctimeMs)) {
    if (bytes <= budget) return;
    if (inUse) continue;
    await rm(path, { force: true });
    bytes -= size;
  }
}

async function budgetOf(folder: string, cachedBytes: number, maxBytes: number): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.min(maxBytes, (bavail * bsize + cachedBytes) / 2);
}

/** Lists the cached source files. Skips their descriptions, which are small. */
async function listFiles(folder: string): Promise<CachedFile[]> {
  const files: CachedFile[] = [];
  for (const name of await readdir(folder)) {
    if (name.endsWith('.json')) continue;
    const path = join(folder, name);
    const stats = await ignoreMissing(stat(path));
    if (stats) files.push({ path, size: stats.size, ctimeMs: stats.ctimeMs, inUse: stats.nlink > 1 });
  }
  return files;
}
