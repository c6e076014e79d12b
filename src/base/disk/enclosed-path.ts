import { lstat, realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { KinoraError } from '../errors.ts';

/**
 * Finds a file of a program that may only use some folders, such as an agent. Follows links, so that a link
 * inside of a folder does not lead out of it, not even to a file that does not exist yet. Hidden files and
 * folders are closed, because they hold keys and settings.
 *
 * @param path absolute path.
 * @param folders absolute paths. The first one is named in errors.
 * @param displayName the file as the client named it.
 * @returns the path without links, or `path` itself if there is no such file.
 * @throws {KinoraError} `asset_refused` if the file is outside of the folders or hidden.
 */
export async function findEnclosedFile(
  path: string,
  folders: readonly string[],
  displayName: string,
): Promise<string> {
  // Decided by the path alone at first, so that the answer does not reveal which files exist elsewhere.
  if (!folders.some((folder) => isEnclosed(resolve(path), resolve(folder))))
    throw createOutsideError(displayName, folders);
  const found = await findRealPath(path);
  const place = found ?? (await findPlace(path));
  const places = await Promise.all(folders.map(async (folder) => (await findRealPath(folder)) ?? folder));
  if (place === undefined || !places.some((folder) => isEnclosed(place, folder)))
    throw createOutsideError(displayName, folders);
  return found ?? path;
}

/** True if a path is below a folder, and no part of it below the folder is hidden. */
function isEnclosed(path: string, folder: string): boolean {
  const steps = relative(folder, path).split(sep);
  // On Windows, the path to another drive is absolute.
  return steps.every((step) => step !== '' && !step.startsWith('.') && !step.includes(':'));
}

async function findRealPath(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch {
    // Missing, not readable, or with a broken link. Opening the file reports it.
    return undefined;
  }
}

/**
 * Returns where a missing file would be, without the links in its path. Undefined if a link leads nowhere, because that
 * may change.
 */
async function findPlace(path: string): Promise<string | undefined> {
  let parent = path;
  while (parent !== dirname(parent) && !(await isTaken(parent))) parent = dirname(parent);
  const real = await findRealPath(parent);
  return real === undefined ? undefined : join(real, relative(parent, path));
}

/** True if there is a file, a folder or a link with a path. */
async function isTaken(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}

function createOutsideError(displayName: string, [folder = '']: readonly string[]): KinoraError {
  const message = `"${displayName}" is not a file that agents may use. Use a file in ${folder} that is not hidden, with a path relative to that folder.`;
  return new KinoraError('asset_refused', message);
}
