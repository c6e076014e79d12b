import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { KinoraError } from '../base/errors.ts';
import { listFiles, mapFiles, type RenderFiles } from '../edit/index.ts';
import { findMadeFiles } from '../render/made-files.ts';

/**
 * Writes files into a temporary folder beside their targets and moves them at the end, so that a target is never
 * incomplete. The files have their final names from the beginning, because those of an HLS name each other. The
 * folder is removed in any case.
 *
 * @param targets absolute paths of the files. Existing files are replaced.
 * @throws {KinoraError} `not_found` if the folder of a target does not exist, or if a target is itself a
 *   folder.
 */
export async function writeAtomically<Outcome>(
  targets: RenderFiles<string>,
  write: (temporary: RenderFiles<string>) => Promise<Outcome>,
): Promise<Outcome> {
  for (const target of listFiles(targets)) await checkTarget(target);
  const { output } = targets;
  const folder = join(dirname(output), `.${process.pid}.${basename(output)}`);
  try {
    await mkdir(folder, { recursive: true });
    const temporary = mapFiles(targets, (target) => join(folder, basename(target)));
    const outcome = await write(temporary);
    // The output comes last: the list of an HLS must not be there without its files.
    for (const made of listFiles(await findMadeFiles(temporary)).toReversed())
      await rename(made, join(dirname(output), basename(made)));
    return outcome;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
