import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ignoreMissing } from '../base/ignore-missing.ts';
import type { DiskSettings, HomeSettings } from '../home/settings.ts';
import { reportError, reportOk, type Found } from './check.ts';

const GB = 1e9;
/** Free space below which a person should know that the disk will be full soon. */
const COMFORTABLE_BYTES = 10 * GB;

const RUN_AS = 'Run the command as the user of Kinora';

/** Checks that the home folder can be used by this user. */
export async function checkHome(settings: HomeSettings): Promise<Found> {
  const obstacle = await findHomeObstacle(settings);
  if (obstacle !== undefined) return obstacle;
  const { home } = settings;
  return (await ignoreMissing(stat(home)))
    ? reportOk(`${home} is there, and this user can write to it.`)
    : reportOk(`${home} does not exist yet. The first start creates it.`);
}

/** Returns the obstacle for this user to use the home folder, or undefined if there is none. */
export async function findHomeObstacle({ home }: HomeSettings): Promise<Found | undefined> {
  const blocking = await findBlocking(home);
  if (blocking !== undefined) return blocking;
  if (!(await ignoreMissing(stat(home)))) {
    const parent = await findExisting(home);
    if (await mayUse(parent, constants.W_OK | constants.X_OK)) return undefined;
    return reportError(
      `${home} does not exist, and this user cannot create it in ${parent}.`,
      `Create it for the user of Kinora, or set KINORA_HOME to another folder.`,
    );
  }
  if (await mayUse(home, constants.R_OK | constants.W_OK | constants.X_OK)) return undefined;
  return reportError(`This user cannot write to ${home}.`, `${RUN_AS}, or give the folder to this user.`);
}

/** Finds a part of a path that is a file, or a folder that this user may not open. */
async function findBlocking(home: string): Promise<Found | undefined> {
  for (const part of listParts(home)) {
    const found = await ignoreMissing(stat(part));
    if (!found) return undefined;
    if (!found.isDirectory())
      return reportError(
        `KINORA_HOME is ${home}, ${part === home ? 'which' : `but ${part}`} is a file.`,
        'Set it to a folder.',
      );
    if (!(await mayUse(part, constants.X_OK)))
      return reportError(
        `This user may not open the folder ${part}${part === home ? '' : `, which is above KINORA_HOME (${home})`}. It belongs to the user with the id ${found.uid}.`,
        `${RUN_AS}, or set KINORA_HOME to a folder that this user can open.`,
      );
  }
  return undefined;
}

/** Lists the folders above a path and the path itself, from the root on. */
function listParts(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [path] : [...listParts(parent), path];
}

/** Checks the free space of the disk of a folder, which need not exist. */
export async function checkDisk(folder: string, { minFreeBytes }: DiskSettings): Promise<Found> {
  const { bavail, bsize } = await statfs(await findExisting(folder));
  const free = bavail * bsize;
  const found = `${formatGb(free)} are free on the disk of ${folder}.`;
  if (free < minFreeBytes)
    return reportError(
      `${found} Kinora takes no work below ${formatGb(minFreeBytes)}.`,
      'Make room ("kinora storage" shows what takes it), or set KINORA_MIN_FREE_GB to less.',
    );
  if (free < minFreeBytes + COMFORTABLE_BYTES)
    return {
      state: 'warning',
      found,
      advice: 'Limit how long files stay (KINORA_KEEP_FILES, KINORA_KEEP_RENDERS), or add space.',
    };
  return reportOk(found);
}

function formatGb(bytes: number): string {
  return `${(bytes / GB).toFixed(1)} GB`;
}

/** Returns the folder itself, or the nearest one above that exists. */
async function findExisting(folder: string): Promise<string> {
  for (let path = folder; ; path = dirname(path))
    if ((await ignoreMissing(stat(path))) || path === dirname(path)) return path;
}

async function mayUse(folder: string, mode: number): Promise<boolean> {
  try {
    await access(folder, mode);
    return true;
  } catch {
    return false;
  }
}
