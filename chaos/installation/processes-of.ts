import { readdir, readFile, readlink } from 'node:fs/promises';
import { childrenOf } from '../../test/e2e/processes.ts';

/** A running process. */
export interface FoundProcess {
  readonly pid: number;
  readonly command: string;
}

/** Returns the processes whose working folder is a folder or within it. Linux only. */
export async function findProcessesIn(folder: string): Promise<FoundProcess[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name): Promise<FoundProcess | undefined> => {
      const pid = Number(name);
      // A process may end while it is looked at, and those of others are closed to us.
      const cwd = await readlink(`/proc/${name}/cwd`).catch(() => '');
      const isOurs = pid !== process.pid && (cwd === folder || cwd.startsWith(`${folder}/`));
      return isOurs ? { pid, command: await commandOf(pid) } : undefined;
    }),
  );
  return found.filter((each) => each !== undefined);
}

async function commandOf(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ').trim();
}

/** Returns the media processes of a service: those that do the work of a render, an import or a rendition. */
export async function findMediaProcesses(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  const commands = await Promise.all(children.map(commandOf));
  return children.filter((_, index) => commands[index]?.startsWith('kinora-media') === true);
}

/** Returns the paths below some folders that a process has open. A media process without any does nothing. */
export async function listOpenFiles(pid: number, folders: readonly string[]): Promise<string[]> {
  const names = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const paths = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  return paths.filter((path) => folders.some((folder) => path.startsWith(`${folder}/`)));
}
