import { open, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';

/** The most files that are open at once. */
const OPEN_FILES = 32;

/** Forces a file to the disk, so that a power cut cannot leave it empty. */
export async function flushFile(path: string): Promise<void> {
  await using file = await open(path, 'r+');
  await file.sync();
}

/**
 * Forces the names in a folder to the disk. Without this, a power cut may undo that a file was created, renamed or
 * removed there.
 */
export async function flushFolder(path: string): Promise<void> {
  // Windows cannot open folders, and writes their names automatically.
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}

/** Forces the name of a file or folder to the disk. */
export async function flushName(path: string): Promise<void> {
  await flushFolder(dirname(path));
}

/** Forces a folder and everything in it to the disk. */
export async function flushTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await pLimit(OPEN_FILES).map(entries, async (entry) => {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) await flushFile(path);
    if (entry.isDirectory()) await flushFolder(path);
  });
  await flushFolder(folder);
}

/** Renames a file or folder whose content is on the disk, and forces the new name to the disk, too. */
export async function renameFlushed(from: string, to: string): Promise<void> {
  await rename(from, to);
  await flushName(to);
}
