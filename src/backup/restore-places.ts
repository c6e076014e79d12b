import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { flushFolder, flushTree, renameFlushed } from '../base/disk/flush.ts';
import { makeFolder } from '../base/disk/make-folder.ts';
import { ignoreMissing } from '../base/ignore-missing.ts';
import { walkFiles } from '../base/walk-files.ts';
import type { Home } from '../home/home.ts';
import { SECRET_NAMES } from './backup-format.ts';
import { isStored, STORED_FOLDERS } from './stored-files.ts';

/** The folder in which a restore unpacks, in the home and in the storage. */
const STAGING = '.restoring';
/** The beginning of the names of folders with replaced content. */
const REPLACED = 'replaced-';

/** A folder whose content a restore replaces. */
export interface RestorePlace {
  readonly folder: string;
  /** The names in the folder that a restore replaces. The rest stays. */
  readonly names: readonly string[];
}

/** The parts of a backup that belong to a home. */
interface HomeContent {
  readonly hasDatabase: boolean;
  /** True if it has the media that commands have generated. */
  readonly hasMedia: boolean;
  readonly secrets: ReadonlyMap<string, Buffer>;
}

/** Returns the place of the database and the secrets in a home. Secrets that are already there stay. */
export async function placeOfHome({ folder }: Home, content: HomeContent): Promise<RestorePlace> {
  const names: string[] = [];
  for (const name of SECRET_NAMES) {
    const present = await ignoreMissing(readFile(join(folder, name)));
    const restored = content.secrets.get(name);
    if (present === undefined || restored === undefined || !present.equals(restored)) names.push(name);
  }
  if (content.hasMedia) names.push('generated');
  if (content.hasDatabase) names.push('database');
  return { folder, names };
}

/** Returns the folder in which a restore prepares the new content of another one. */
export function stagingOf(folder: string): string {
  return join(folder, STAGING);
}

/** Returns the place of the stored files in a folder. */
export function placeOfFiles(folder: string): RestorePlace {
  return { folder, names: STORED_FOLDERS };
}

/** Returns those names of a place that have something. */
export async function findOccupied({ folder, names }: RestorePlace): Promise<string[]> {
  const found: string[] = [];
  for (const name of names) {
    const stats = await ignoreMissing(stat(join(folder, name)));
    if (stats?.isFile() === true || (stats?.isDirectory() === true && (await hasFiles(folder, name))))
      found.push(name);
  }
  return found;
}

async function hasFiles(folder: string, name: string): Promise<boolean> {
  for await (const _ of walkFiles(folder, name)) return true;
  return false;
}

/** Begins with an empty staging folder, without the leftovers of an interrupted restore. */
export async function prepareStaging({ folder }: RestorePlace): Promise<void> {
  const staging = stagingOf(folder);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true, mode: 0o700 });
}

/** Removes the staging folder. */
export async function removeStaging({ folder }: RestorePlace): Promise<void> {
  await rm(stagingOf(folder), { recursive: true, force: true });
}

/**
 * Moves the prepared content to its place, and the earlier content to a folder beside it.
 *
 * @param time the time for the name of that folder.
 * @returns the folder with the earlier content. Undefined if there was none.
 */
export async function switchPlace(place: RestorePlace, time: Date): Promise<string | undefined> {
  const { folder, names } = place;
  const staging = stagingOf(folder);
  await flushTree(staging);
  const occupied = await findOccupied(place);
  const replaced = join(folder, `${REPLACED}${time.toISOString().replaceAll(/[:.]/g, '-')}`);
  for (const name of names) {
    const target = join(folder, name);
    if (occupied.includes(name)) {
      await makeFolder(replaced, 0o700);
      await renameFlushed(target, join(replaced, name));
    } else await rm(target, { recursive: true, force: true });
  }
  for (const name of await readdir(staging))
    if (names.includes(name)) await rename(join(staging, name), join(folder, name));
  await flushFolder(folder);
  return occupied.length > 0 ? replaced : undefined;
}

/**
 * Returns the path in a staging folder for an entry, and creates its parents. Undefined for a name that no backup
 * has.
 */
export async function prepareFile(
  { folder, names }: RestorePlace,
  name: string,
): Promise<string | undefined> {
  const [first = ''] = name.split('/');
  const isSecret = SECRET_NAMES.some((secret) => secret === name);
  if (!isSecret && !(first === 'generated' && names.includes(first)) && !isStored(name)) return undefined;
  const path = join(stagingOf(folder), name);
  await mkdir(dirname(path), { recursive: true });
  return path;
}
