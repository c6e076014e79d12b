import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { KinoraError } from '../base/errors.ts';

/**
 * Has a file written under a temporary name beside its target and gives it its name at the end, so that the target is
 * always either what it was or whole. When `write` fails, what it left is removed.
 *
 * @param target the absolute path; a file that is there is replaced.
 * @throws {KinoraError} `not_found` when the folder of the target is not there, or the target is a folder.
 */
export async function writeBeside<Outcome>(
  target: string,
  write: (temporary: string) => Promise<Outcome>,
): Promise<Outcome> {
  await checkTarget(target);
  const temporary = join(dirname(target), `.${process.pid}.${basename(target)}`);
  try {
    const outcome = await write(temporary);
    await rename(temporary, target);
    return outcome;
  } finally {
    await rm(temporary, { force: true });
  }
}

async function checkTarget(target: string): Promise<void> {
  const isFolder = async (path: string) => (await stat(path).catch(() => undefined))?.isDirectory() === true;
  if (!(await isFolder(dirname(target)))) {
    throw new KinoraError(
      'not_found',
      `There is no folder ${dirname(target)} to write ${basename(target)} to.`,
    );
  }
  if (await isFolder(target))
    throw new KinoraError('not_found', `${target} is a folder, not a file to write.`);
}
