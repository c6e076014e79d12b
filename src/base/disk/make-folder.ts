import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { flushName } from './flush.ts';
import { errorCodeOf } from '../error-code.ts';

/**
 * Creates a folder and the missing folders above it. Does nothing if it exists. The recursive `mkdir` of
 * Node.js does the same, but it never ends in file systems such as `/proc`, which have no folders to create.
 *
 * @param mode the mode bits of new folders, from which the umask is subtracted.
 * @throws the error of the file system if a folder cannot be created, or if the path is not a folder.
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await makeSingleFolder(path, mode);
  } catch (error) {
    if (errorCodeOf(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path), mode);
    await makeSingleFolder(path, mode);
  }
}

/**
 * Creates a folder in a folder that exists, so that it survives a power cut. Does nothing if it exists itself.
 *
 * @param mode the mode bits of the new folder, from which the umask is subtracted.
 * @throws the error of the file system, such as `ENOENT` if the parent is missing.
 */
export async function makeSingleFolder(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, { mode });
  } catch (error) {
    // Other errors come first in some file systems, so an existing folder may also be "read-only".
    if (!(await isFolder(path))) throw error;
    return;
  }
  await flushName(path);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
