import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { unlessGone } from './unless-gone.ts';

/**
 * Removes files that were not used since a moment. Linking to a file and touching it both count as use, because both set
 * the time at which its inode changed.
 *
 * @param before milliseconds of the epoch, exclusive.
 */
export async function removeUnused(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const about = await unlessGone(stat(path));
    if (about && about.ctimeMs < before) await rm(path, { force: true });
  }
}

interface Held {
  readonly path: string;
  readonly size: number;
  readonly ctimeMs: number;
  /** A reader has a link of its own. */
  readonly inUse: boolean;
}

/**
 * Removes the files of sources, the least recently used first, until the rest fits. One in use would free nothing by going.
 *
 * @param mostBytes what all may take together; never more than half of what is free or held by them already, so that
 *   renders and finished files have room as well.
 */
export async function removeOldest(folder: string, mostBytes: number): Promise<void> {
  const held = await filesIn(folder);
  let bytes = held.reduce((sum, { size }) => sum + size, 0);
  const budget = await budgetOf(folder, bytes, mostBytes);
  for (const { path, size, inUse } of held.toSorted((a, b) => a.ctimeMs - b.ctimeMs)) {
    if (bytes <= budget) return;
    if (inUse) continue;
    await rm(path, { force: true });
    bytes -= size;
  }
}

async function budgetOf(folder: string, heldBytes: number, mostBytes: number): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return Math.min(mostBytes, (bavail * bsize + heldBytes) / 2);
}

/** The files with bytes of sources; their descriptions are small, and worth nothing without them. */
async function filesIn(folder: string): Promise<Held[]> {
  const held: Held[] = [];
  for (const name of await readdir(folder)) {
    if (name.endsWith('.json')) continue;
    const path = join(folder, name);
    const about = await unlessGone(stat(path));
    if (about) held.push({ path, size: about.size, ctimeMs: about.ctimeMs, inUse: about.nlink > 1 });
  }
  return held;
}
