import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { type EditFiles, listEditFiles, listFiles, mapFiles } from '../edit/index.ts';

/**
 * Writes files under temporary names beside their targets and renames them at the end, so that a target is
 * never incomplete. If `write` fails, the temporary files are removed.
 *
 * @param targets absolute paths of the files. Existing files are replaced.
 * @throws {KinoraError} `not_found` if the folder of a target does not exist, or if a target is itself a
 *   folder.
 */
export async function writeAtomically<Outcome>(
  targets: EditFiles,
  write: (temporary: EditFiles) => Promise<Outcome>,
): Promise<Outcome> {
  const all = listEditFiles(targets).flatMap(listFiles);
  for (const target of all) await checkTarget(target);
  try {
    const [first, ...others] = listEditFiles(targets).map((files) => mapFiles(files, temporaryPathOf));
    if (!first) throw new Error('There is nothing to write.');
    const outcome = await write({ ...first, ...(targets.others && { others }) });
    for (const target of all) await rename(temporaryPathOf(target), target);
    return outcome;
  } finally {
    for (const target of all) await rm(temporaryPathOf(target), { force: true });
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
      `Cannot write ${basename(target)}, because the folder ${dirname(target)} does not exist.`,
    );
  }
  if (await isFolder(target))
    throw new KinoraError('not_found', `Cannot write ${target}, because it is a folder.`);
}
