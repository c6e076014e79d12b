import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { isDiskFull } from '../../base/disk/disk-full.ts';
import { ignoreMissing } from '../../base/ignore-missing.ts';
import { tryParseJson } from '../../base/try-parse-json.ts';
import { flushTree, renameFlushed } from '../../base/disk/flush.ts';

/** The folder below the folder of attempts. */
const FOLDER = 'finished';
const MANIFEST = 'manifest.json';
/** Increase it when the manifest or the names of the files change. Folders of other versions are ignored. */
const VERSION = 1;
const PARTIAL = '.partial';

/** The description of a folder of finished files. */
interface Manifest {
  readonly version: number;
  /** The run of the system that wrote the files. */
  readonly boot: string | null;
  /** True if the files are on the disk, and not only in the memory of the system. */
  readonly isFlushed: boolean;
  readonly recipe: string;
  /** The names, which may have a folder, and sizes in bytes. */
  readonly files: Readonly<Record<string, { readonly name: string; readonly bytes: number }>>;
  readonly about: unknown;
}

/** Finished files, ready to be stored. */
export interface FinishedFiles<About> {
  /** The folder that they are in. */
  readonly folder: string;
  /** Local paths by their parts. */
  readonly files: Readonly<Record<string, string>>;
  /** The facts that were kept with them. */
  readonly about: About;
}

/** The work that made the files. */
export interface FinishedWork {
  readonly id: string;
  /** Number of the attempt. */
  readonly attempt: number;
  /** Text that is equal if the work would make the same files again. */
  readonly recipe: string;
}

/**
 * Keeps finished files until they are stored, so that no later attempt has to make them again: neither after an
 * outage of the storage or the database, nor after the death of this process. Moves the files.
 *
 * @param root the folder of attempts, on the same file system as the files.
 * @param about facts that JSON can hold.
 */
export async function keepFinished<About>(
  root: string,
  work: FinishedWork,
  files: Readonly<Record<string, string>>,
  about: About,
): Promise<FinishedFiles<About>> {
  const folder = folderOf(root, work.id);
  const partial = `${folder}.${work.attempt}${PARTIAL}`;
  const made = attemptFolderOf(root, work);
  const described = await Promise.all(
    Object.entries(files).map(
      async ([part, path]) => [part, { name: nameIn(made, path), bytes: (await stat(path)).size }] as const,
    ),
  );
  const manifest: Manifest = {
    version: VERSION,
    boot: await readBoot(),
    isFlushed: false,
    recipe: work.recipe,
    files: Object.fromEntries(described),
    about,
  };
  try {
    for (const [, { name }] of described) await mkdir(dirname(join(partial, name)), { recursive: true });
    // Writing may find the disk full. The files are then still where they were.
    await writeFile(join(partial, MANIFEST), JSON.stringify(manifest));
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  for (const path of Object.values(files)) await rename(path, join(partial, nameIn(made, path)));
  await rm(folder, { recursive: true, force: true });
  await rename(partial, folder);
  return { folder, files: locate(folder, manifest), about };
}

/** Keeps finished files, unless the disk is full. The storage may have room for them all the same. */
export async function keepIfRoom<About>(
  root: string,
  work: FinishedWork,
  files: Readonly<Record<string, string>>,
  about: About,
): Promise<FinishedFiles<About>> {
  try {
    return await keepFinished(root, work, files, about);
  } catch (error) {
    if (isDiskFull(error)) return { folder: attemptFolderOf(root, work), files, about };
    throw error;
  }
}

/**
 * Finds the complete files that an earlier attempt kept. Removes incomplete ones.
 *
 * @returns undefined if there are none.
 */
export async function findFinished<About>(
  root: string,
  { id, recipe }: Pick<FinishedWork, 'id' | 'recipe'>,
): Promise<FinishedFiles<About> | undefined> {
  const folder = folderOf(root, id);
  const manifest = await readManifest(folder);
  if (manifest === undefined) return undefined;
  const files = locate(folder, manifest);
  if (manifest.recipe === recipe && (await isComplete(folder, manifest)))
    // The same code wrote it, with a recipe that stands for this type.
    return { folder, files, about: manifest.about as About };
  await removeFinished(root, id);
  return undefined;
}

/**
 * Forces kept files to the disk, so that they survive a crash of the system. This takes time, so it is done only
 * if the files have to wait.
 */
export async function flushFinished(root: string, id: string): Promise<void> {
  const folder = folderOf(root, id);
  const manifest = await readManifest(folder);
  if (manifest === undefined || manifest.isFlushed) return;
  const flushed = join(folder, `${MANIFEST}${PARTIAL}`);
  await writeFile(flushed, JSON.stringify({ ...manifest, isFlushed: true } satisfies Manifest));
  await flushTree(folder);
  await renameFlushed(flushed, join(folder, MANIFEST));
}

/** Removes kept files. Missing ones are not an error. */
export async function removeFinished(root: string, id: string): Promise<void> {
  await rm(folderOf(root, id), { recursive: true, force: true });
}

/**
 * Removes the kept files of work that has ended, and those that a dead process left half moved.
 *
 * @param isWanted returns true if a render, an import or a rendition is not final.
 * @param isCurrent returns true if an attempt still runs.
 */
export async function removeStaleFinished(
  root: string,
  isWanted: (id: string) => Promise<boolean>,
  isCurrent: (attempt: { readonly id: string; readonly attempt: number }) => Promise<boolean>,
): Promise<void> {
  for (const name of (await ignoreMissing(readdir(join(root, FOLDER)))) ?? []) {
    const [id = '', attempt] = name.split('.');
    const isKept =
      attempt === undefined ? await isWanted(id) : await isCurrent({ id, attempt: Number(attempt) });
    if (!isKept) await rm(join(root, FOLDER, name), { recursive: true, force: true });
  }
}

function folderOf(root: string, id: string): string {
  return join(root, FOLDER, id);
}

function attemptFolderOf(root: string, { id, attempt }: FinishedWork): string {
  return join(root, `${id}.${attempt}`);
}

/** Returns the path of a file in the folder of its attempt, or the name of a file that is elsewhere. */
function nameIn(folder: string, path: string): string {
  const name = relative(folder, path);
  return name.startsWith('..') ? basename(path) : name;
}

function locate(folder: string, { files }: Manifest): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([part, { name }]) => [part, join(folder, name)]));
}

async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await ignoreMissing(readFile(join(folder, MANIFEST), 'utf8'));
  const manifest = text === undefined ? undefined : (tryParseJson(text) as Manifest | undefined);
  return manifest?.version === VERSION ? manifest : undefined;
}

async function isComplete(folder: string, { boot, isFlushed, files }: Manifest): Promise<boolean> {
  // A crash of the system may have lost bytes that were not on the disk yet, without a trace in the size.
  if (!isFlushed && boot !== (await readBoot())) return false;
  for (const { name, bytes } of Object.values(files))
    if ((await ignoreMissing(stat(join(folder, name))))?.size !== bytes) return false;
  return true;
}

/** Returns the id of this run of the system. `null` on systems without one, where runs cannot be distinguished. */
async function readBoot(): Promise<string | null> {
  if (process.platform !== 'linux') return null;
  return (await ignoreMissing(readFile('/proc/sys/kernel/random/boot_id', 'utf8')))?.trim() ?? null;
}
