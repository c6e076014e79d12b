import { randomUUID } from 'node:crypto';
import { lstat, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from '../error-code.ts';
import { ignoreMissing } from '../ignore-missing.ts';

/** Milliseconds between two touches of the paths that this process uses. */
const TOUCH_MS = 20_000;
/** Milliseconds without a touch after which a path belongs to a dead process: several touches were left out. */
const DEAD_MS = 150_000;
/**
 * Milliseconds that this process must have run without a pause before it judges others. After the sleep of a
 * machine, all processes need a moment to touch their paths.
 */
const STEADY_MS = 60_000;
const ROOT = 0;
/** The names of the files that show the time of a disk begin with this. */
const CLOCK = '.clock-';

/** The paths in use, and whether each has existed. */
const inUse = new Map<string, boolean>();
let timer: NodeJS.Timeout | undefined;
let touchedAt = Date.now();
let steadySince = Date.now();

/** Marks a path as used by this process. Ends when it is disposed of. */
export interface PathInUse extends Disposable {
  readonly path: string;
}

/**
 * Marks a file or folder as used by this process, which need not exist yet: touches it every 20 s, so that
 * {@link removeUnusedPaths} of no process removes it. Ends when the result is disposed of, after the path was
 * removed, or with the process.
 */
export function usePath(path: string): PathInUse {
  inUse.set(path, false);
  startTouching();
  return { path, [Symbol.dispose]: () => void inUse.delete(path) };
}

/** The times that unused paths stay. Overridden in tests, and by commands that end within the first minute. */
export interface UnusedPathLimits {
  readonly deadMs?: number;
  readonly steadyMs?: number;
}

/**
 * Removes the files and folders in a folder that no living process uses: they were not touched or changed for
 * 150 s. Does nothing in the first minute of this process, and if the folder is missing.
 *
 * @param isOurs returns true if a file of this name is one whose users call {@link usePath}.
 * @returns the removed paths.
 */
export async function removeUnusedPaths(
  folder: string,
  isOurs: (name: string) => boolean,
  { deadMs = DEAD_MS, steadyMs = STEADY_MS }: UnusedPathLimits = {},
): Promise<string[]> {
  startTouching();
  if (Date.now() - touchedAt > 2 * TOUCH_MS || Date.now() - steadySince < steadyMs) return [];
  const names = (await ignoreMissing(readdir(folder))) ?? [];
  const old: string[] = [];
  for (const name of names.filter((each) => isOurs(each) || each.startsWith(CLOCK))) {
    const path = join(folder, name);
    if (!inUse.has(path) && (await isLeft(path, Date.now() - deadMs))) old.push(path);
  }
  if (old.length === 0) return [];
  // The clock of a shared disk may differ from that of this machine.
  const before = (await readClock(folder)) - deadMs;
  const removed: string[] = [];
  for (const path of old) {
    if (inUse.has(path) || !(await isLeft(path, before))) continue;
    await rm(path, { recursive: true, force: true });
    removed.push(path);
  }
  return removed;
}

async function isLeft(path: string, before: number): Promise<boolean> {
  const found = await ignoreMissing(lstat(path));
  // A shared folder such as `/tmp` also has the files of other users.
  const user = process.getuid?.();
  if (found === undefined || (user !== undefined && user !== ROOT && found.uid !== user)) return false;
  // A link to a file changes this time, too, but not the time of the last change of its content.
  return found.ctimeMs < before;
}

/** Returns the time of the disk of a folder, in milliseconds since 1970. */
async function readClock(folder: string): Promise<number> {
  const probe = join(folder, CLOCK + randomUUID());
  try {
    await writeFile(probe, '');
    return (await stat(probe)).ctimeMs;
  } finally {
    await rm(probe, { force: true });
  }
}

function startTouching(): void {
  if (timer !== undefined) return;
  touchedAt = Date.now();
  steadySince = Date.now();
  timer = setInterval(() => void touchAll(), TOUCH_MS).unref();
}

async function touchAll(): Promise<void> {
  const now = Date.now();
  if (now - touchedAt > 2 * TOUCH_MS) steadySince = now;
  touchedAt = now;
  for (const [path, hasExisted] of inUse) {
    const exists = await touch(path);
    if (!exists && hasExisted) inUse.delete(path);
    else if (inUse.has(path)) inUse.set(path, exists);
  }
}

/** Returns false if the path does not exist. */
async function touch(path: string): Promise<boolean> {
  try {
    await utimes(path, new Date(), new Date());
    return true;
  } catch (error) {
    // The user of the path reports a broken disk.
    return errorCodeOf(error) !== 'ENOENT';
  }
}
