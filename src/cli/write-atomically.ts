import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { listFiles, mapFiles, type RenderFiles } from '../edit/index.ts';

/**
 * Has files written under temporary names beside their targets and gives them their names at the end, so that each target is
 * always either what it was or whole. When `write` fails, what it left is removed.
 *
 * @param targets the absolute paths; files that are there are replaced.
 * @throws {KinoraError} `not_found` when the folder of a target is not there, or the target is a folder.
 */
export async function writeAtomically<Outcome>(
  targets: RenderFiles<string>,
  write: (temporary: RenderFiles<string>) => Promise<Outcome>,
): Promise<Outcome> {
  for (const target of listFiles(targets)) await checkTarget(target);
  try {
    const outcome = await write(mapFiles(targets, temporaryPathOf));
    for (const target of listFiles(targets)) await rename(temporaryPathOf(target), target);
    return outcome;
  } finally {
    for (const target of listFiles(targets)) await rm(temporaryPathOf(target), { force: true });
  }
}

function temporaryPathOf(target: string): string {
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
