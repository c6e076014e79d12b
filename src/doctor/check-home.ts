import { access, constants, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ignoreMissing } from '../base/ignore-missing.ts';
import type { DiskSettings, HomeSettings } from '../home/settings.ts';
import type { Found } from './check.ts';

const GB = 1e9;
/** Free space below which a person should know that the disk will be full soon. */
const COMFORTABLE_BYTES = 10 * GB;

/** Checks that the home folder can be used by this user. */
export async function checkHome({ home }: HomeSettings): Promise<Found> {
  const found = await ignoreMissing(stat(home));
  if (!found) {
    const parent = await findExisting(home);
    if (await isWritable(parent))
      return { state: 'ok', found: `${home} does not exist yet. The first start creates it.` };
    return {
      state: 'error',
      found: `${home} does not exist, and this user cannot create it in ${parent}.`,
      advice: `Create it for the user of Kinora, or set KINORA_HOME to another folder.`,
    };
  }
  if (!found.isDirectory())
    return {
      state: 'error',
      found: `KINORA_HOME is ${home}, which is a file.`,
      advice: 'Set it to a folder.',
    };
  if (!(await isWritable(home)))
    return {
      state: 'error',
      found: `This user cannot write to ${home}.`,
      advice: 'Run the command as the user of Kinora, or give the folder to this user.',
    };
  return { state: 'ok', found: `${home} is there, and this user can write to it.` };
}

/** Checks the free space of the disk of a folder, which need not exist. */
export async function checkDisk(folder: string, { minFreeBytes }: DiskSettings): Promise<Found> {
  const { bavail, bsize } = await statfs(await findExisting(folder));
  const free = bavail * bsize;
  const found = `${formatGb(free)} are free on the disk of ${folder}.`;
  if (free < minFreeBytes)
    return {
      state: 'error',
      found: `${found} Kinora takes no work below ${formatGb(minFreeBytes)}.`,
      advice: 'Make room ("kinora storage" shows what takes it), or set KINORA_MIN_FREE_GB to less.',
    };
  if (free < minFreeBytes + COMFORTABLE_BYTES)
    return {
      state: 'warning',
      found,
      advice: 'Limit how long files stay (KINORA_KEEP_FILES, KINORA_KEEP_RENDERS), or add space.',
    };
  return { state: 'ok', found };
}

function formatGb(bytes: number): string {
  return `${(bytes / GB).toFixed(1)} GB`;
}

/** Returns the folder itself, or the nearest one above that exists. */
async function findExisting(folder: string): Promise<string> {
  for (let path = folder; ; path = dirname(path))
    if ((await ignoreMissing(stat(path))) || path === dirname(path)) return path;
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
