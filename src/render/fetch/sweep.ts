import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../../base/ignore-missing.ts';

/**
 * Removes files that were not used since a moment. Linking to a file and touching it both count as use, because both set
 * the time at which its inode changed.
 *
 * @param before milliseconds of the epoch, exclusive.
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
  /** A reader has a link of its own. */
  readonly inUse: boolean;
}

/**
 * Removes the files of sources, the least recently used first, until the rest fits. One in use would free nothing by going.
 *
 * @param maxBytes what all may take together; never more than half of what is free or held by them already, so that
 *   renders and finished files have room as well.
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

/** The files with bytes of sources; their descriptions are small, and worth nothing without them. */
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
