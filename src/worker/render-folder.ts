import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type OwnFolder, ownFolder } from '../base/disk/part-folder.ts';
import { errorCodeOf } from '../base/error-code.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import type { Attempt } from '../store/attempts.ts';

// The name says which attempt owns the folder, so that the database can show if that attempt is still
// current.
const FOLDER_NAME = /^(?<id>[0-9a-f-]{36})\.(?<attempt>\d+)$/;
/** Follows the id of a job in the name of the folder of a helper. */
const HELPER = '.help';

/**
 * Creates the empty folder of one attempt below `root` and removes the folders of earlier attempts at the
 * render.
 *
 * @throws an error of the system if the folder that has `root` is missing: the disk of the home may be gone.
 */
export async function openRenderFolder(root: string, { id, attempt }: Attempt): Promise<OwnFolder> {
  await makeRoot(root);
  for (const name of await readdir(root)) {
    if (name.startsWith(`${id}.`)) await remove(join(root, name));
  }
  return await createFolder(join(root, `${id}.${attempt}`));
}

async function createFolder(path: string): Promise<OwnFolder> {
  await mkdir(path);
  return ownFolder(path);
}

/** Creates the empty folder of a job that helps with the render of another worker. */
export async function openHelperFolder(root: string, job: string): Promise<OwnFolder> {
  await makeRoot(root);
  return await createFolder(join(root, `${job}${HELPER}`));
}

/** True if a name is that of the folder of an attempt, or of a helper. */
export function isAttemptFolder(name: string): boolean {
  return FOLDER_NAME.test(name) || name.endsWith(HELPER);
}

/** Removes the folders below `root` whose attempt is no longer current. */
export async function removeAbandonedFolders(
  root: string,
  isCurrent: (attempt: Attempt) => Promise<boolean>,
): Promise<void> {
  for (const name of (await ignoreMissing(readdir(root))) ?? []) {
    const { id, attempt } = FOLDER_NAME.exec(name)?.groups ?? {};
    if (id === undefined || attempt === undefined) continue;
    if (!(await isCurrent({ id, attempt: Number(attempt) }))) await remove(join(root, name));
  }
}

async function makeRoot(root: string): Promise<void> {
  try {
    await mkdir(root);
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true });
}
