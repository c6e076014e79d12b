import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The path of the command that `npx kinora` runs. */
export const KINORA = join(import.meta.dirname, '../../bin/kinora.js');

/** The exit code and the output of a command. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `kinora` in a folder. Its home and its temporary files are in the subfolders `home` and `tmp`. */
export function kinora(
  folder: string,
  args: readonly string[],
  { env, detached = false }: { env?: Readonly<Record<string, string>>; detached?: boolean } = {},
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, [KINORA, ...args], {
    cwd: folder,
    env: { KINORA_HOME: join(folder, 'home'), TMPDIR: join(folder, 'tmp'), ...env },
    detached,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close') as Promise<[number | null]>;
  const ended = Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { child, ended: ended.then(([[code], out, err]) => ({ code, out, err })) };
}

/** Returns the ids of the running child processes of a process. Linux only. */
export async function childrenOf(pid: number): Promise<number[]> {
  // The process or one of its threads may end in the meantime.
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
}

/** True if a process exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // No such process.
    return false;
  }
}
