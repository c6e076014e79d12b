import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { type ListedFile, walkFiles } from '../base/walk-files.ts';
import { INCOMING_FOLDER } from '../hosting/incoming/incoming-area.ts';
import { isStorageKey } from '../hosting/storage.ts';

/** The folders of a storage whose files a backup has. */
export const STORED_FOLDERS: readonly string[] = ['v1', 'stage', INCOMING_FOLDER];

/** True for the hosted files and the received uploads. The rest of a storage folder can be made again. */
export function isStored(name: string): boolean {
  return isStorageKey(name) || name.startsWith(`${INCOMING_FOLDER}/`);
}

/**
 * Lists the files of a storage folder that a backup has. Each of its {@link STORED_FOLDERS} may be a symbolic link,
 * such as one to another disk. Other links are not followed.
 */
export async function* listStoredFiles(folder: string): AsyncGenerator<ListedFile> {
  for (const top of STORED_FOLDERS)
    for await (const file of walkFiles(folder, top)) if (isStored(file.name)) yield file;
}

/** True if {@link listStoredFiles} lists the file with this storage key. */
export async function hasStoredFile(folder: string, key: string): Promise<boolean> {
  const [top = '', ...names] = key.split('/');
  let path = join(folder, top);
  for (const [index, name] of names.entries()) {
    path = join(path, name);
    const stats = await ignoreMissing(lstat(path));
    if (index === names.length - 1) return stats?.isFile() === true;
    if (stats?.isDirectory() !== true) return false;
  }
  return false;
}
