import { randomBytes } from 'node:crypto';
import { rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { makeSingleFolder } from '../base/disk/make-folder.ts';
import { type EditFiles, listEditFiles, listFiles, mapFiles, type RenderFiles } from '../edit/index.ts';
import { findMadeFiles } from './made-files.ts';

/**
 * Writes files into a temporary folder beside their targets and moves them at the end, so that a target is never
 * incomplete. The files have their final names from the beginning, because those of an HLS name each other. The
 * folder is removed in any case.
 *
 * @param targets absolute paths of the files. Existing files are replaced.
 * @throws {KinoraError} `not_found` if the folder of a target does not exist or cannot be written to, or if a target
 *   is itself a folder.
 */
export async function writeAtomically<Outcome>(
  targets: EditFiles,
  write: (temporary: EditFiles) => Promise<Outcome>,
): Promise<Outcome> {
  const all = listEditFiles(targets);
  for (const target of all.flatMap(listFiles)) await checkTarget(target);
  // Two calls may write to the same targets at the same time.
  const mark = randomBytes(4).toString('hex');
  const made: string[] = [];
  try {
    for (const { output } of all) made.push(await makeFolderFor(output, mark));
    const [first, ...others] = all.map((files) => toTemporary(files, mark));
    if (!first) throw new Error('There is nothing to write.');
    const outcome = await write({ ...first, ...(targets.others && { others }) });
    for (const files of all) await moveToTarget(files, mark);
    return outcome;
  } finally {
    for (const folder of made) await rm(folder, { recursive: true, force: true });
  }
}

/** The reasons of the system to refuse a new file that the user can change. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write to its folder',
  EPERM: 'this user may not write to its folder',
  EROFS: 'the disk of its folder can only be read',
  // Special file systems, such as `/proc`, report this code.
  ENOENT: 'its folder takes no new files',
  ENAMETOOLONG: 'its name is too long',
};

/** Makes the temporary folder for the files of an output, and returns its path. */
async function makeFolderFor(output: string, mark: string): Promise<string> {
  const folder = folderOf(output, mark);
  try {
    await makeSingleFolder(folder);
    return folder;
  } catch (error) {
    const reason = REFUSALS[errorCodeOf(error) ?? ''];
    if (reason === undefined) throw error;
    throw new KinoraError('not_found', `Cannot write ${output}, because ${reason}.`, { cause: error });
  }
}

/** Returns the temporary folder for the files of an output. */
function folderOf(output: string, mark: string): string {
  return join(dirname(output), `.${mark}.${basename(output)}`);
}

function toTemporary(files: RenderFiles<string>, mark: string): RenderFiles<string> {
  return mapFiles(files, (target) => join(folderOf(files.output, mark), basename(target)));
}

/** Moves the files that were made. The output comes last: the list of an HLS must not be there without its files. */
async function moveToTarget(files: RenderFiles<string>, mark: string): Promise<void> {
  for (const made of listFiles(await findMadeFiles(toTemporary(files, mark))).toReversed())
    await rename(made, join(dirname(files.output), basename(made)));
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
