import type { Dir } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from './error-code.ts';
import { KinoraError } from './errors.ts';
import { ignoreMissing } from './ignore-missing.ts';

/** The folder that a file system of Linux has at its top. Only root may read it. */
const LOST_AND_FOUND = 'lost+found';

/** A file below a folder. */
export interface ListedFile {
  /** Path from the folder, with slashes. */
  readonly name: string;
  /** Size in bytes. 0 for a further name of a file that was listed before. */
  readonly size: number;
  readonly modified: Date;
}

/**
 * Lists all files below a folder, in no order. A missing folder has none. Files that vanish meanwhile are left
 * out, and so is the `lost+found` of a disk. Does not follow symbolic links.
 *
 * @param below path of a folder in the folder to list instead. The names still start from the folder.
 * @throws {KinoraError} `storage_failed` if a folder is not readable by this user.
 */
export async function* walkFiles(folder: string, below = ''): AsyncGenerator<ListedFile> {
  const folders = [below];
  // Several names of one file share its bytes.
  const linked = new Set<string>();
  for (let parent = folders.pop(); parent !== undefined; parent = folders.pop()) {
    const entries = await openFolder(join(folder, parent));
    if (entries === undefined) continue;
    for await (const entry of entries) {
      const name = parent === '' ? entry.name : `${parent}/${entry.name}`;
      if (entry.isDirectory() && name !== LOST_AND_FOUND) folders.push(name);
      if (!entry.isFile()) continue;
      const stats = await ignoreMissing(lstat(join(folder, name)));
      if (stats === undefined) continue;
      const identity = stats.nlink > 1 ? `${stats.dev} ${stats.ino}` : undefined;
      const isRepeated = identity !== undefined && linked.has(identity);
      if (identity !== undefined) linked.add(identity);
      yield { name, size: isRepeated ? 0 : stats.size, modified: stats.mtime };
    }
  }
}

/** Opens a folder. Returns undefined if it is missing. */
async function openFolder(path: string): Promise<Dir | undefined> {
  try {
    return await ignoreMissing(opendir(path));
  } catch (error) {
    if (errorCodeOf(error) !== 'EACCES') throw error;
    const message = `The folder "${path}" is not readable by this user. Run the command as the user that runs Kinora.`;
    throw new KinoraError('storage_failed', message, { cause: error });
  }
}
