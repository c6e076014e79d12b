import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { allFiles, eachFile, type PerFile } from '../edit/index.ts';

/**
 * Has files written under temporary names beside their targets and gives them their names at the end, so that each target is
 * always either what it was or whole. When `write` fails, what it left is removed.
 *
 * @param targets the absolute paths; files that are there are replaced.
 * @throws {KinoraError} `not_found` when the folder of a target is not there, or the target is a folder.
 */
export async function writeBeside<Outcome>(
  targets: PerFile<string>,
  write: (temporary: PerFile<string>) => Promise<Outcome>,
): Promise<Outcome> {
  for (const target of allFiles(targets)) await checkTarget(target);
  try {
    const outcome = await write(eachFile(targets, besideOf));
    for (const target of allFiles(targets)) await rename(besideOf(target), target);
    return outcome;
  } finally {
    for (const target of allFiles(targets)) await rm(besideOf(target), { force: true });
  }
}

function besideOf(target: string): string {
  return join(dirname(target), `.${process.pid}.${basename(target)}`);
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
