import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ignoreMissing } from '../../src/base/ignore-missing.ts';
import type { Installation } from '../installation/installation.ts';
import type { ServiceEnd } from '../installation/supervised-process.ts';
import { findProcessesIn } from '../installation/processes-of.ts';
import type { Problem } from './problem.ts';

/** Folders of a home in which nothing may be left. */
const TEMPORARY = ['tmp', 'cache/partial', 'cache/readers'];
/** The folders of jobs, and those of parts of uploads to S3. They must not stay, also if they are empty. */
const OF_WORK = /^(?:[0-9a-f]{8}-|kinora-parts-)/;
/** Paths to show. */
const SHOWN = 5;

/**
 * Lists the temporary files that are left in the homes and in the folder for temporary files.
 * The empty folders that processes have for the links of their readers do not count: Kinora removes them later.
 */
export async function listLeftovers({ homes, folder }: Installation): Promise<string[]> {
  const roots = [...homes.flatMap((home) => TEMPORARY.map((name) => join(home, name))), join(folder, 'tmp')];
  const found = await Promise.all(roots.map((root) => listEntries(root, !root.endsWith('readers'))));
  return found.flat();
}

/** Lists the files and the empty folders below a folder, except for empty folders that stay. */
async function listEntries(root: string, withFolders: boolean): Promise<string[]> {
  const entries = (await ignoreMissing(readdir(root, { recursive: true, withFileTypes: true }))) ?? [];
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name));
  const jobs = entries
    .filter((entry) => withFolders && entry.isDirectory() && OF_WORK.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  return [...paths, ...jobs];
}

/** Returns the processes that ended unexpectedly, when they were ready or while they started. */
export function listFalls({ services }: Installation, wasReady: boolean): readonly ServiceEnd[] {
  return services.flatMap(({ unexpected }) => unexpected.filter((end) => end.wasReady === wasReady));
}

/** Checks that a stopped installation has left no processes, temporary files or links. */
export async function checkMachines(installation: Installation): Promise<Problem[]> {
  const problems: Problem[] = [];
  const processes = await findProcessesIn(installation.folder);
  for (const { pid, command } of processes)
    problems.push({ check: 'processes', what: `The process ${pid} is left: ${command.slice(0, 200)}` });
  const left = await listLeftovers(installation);
  if (left.length > 0) {
    const shown = left.slice(0, SHOWN).map((path) => relative(installation.folder, path));
    problems.push({ check: 'folders', what: `${left.length} temporary files are left: ${shown.join(', ')}` });
  }
  for (const { name, pid, code, signal } of listFalls(installation, true))
    problems.push({
      check: 'processes',
      what: `${name} (${pid}) ended unexpectedly: ${signal ?? `exit code ${code}`}.`,
    });
  return problems;
}
