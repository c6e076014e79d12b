import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The command of the package, as `npx kinora` runs it. */
export const KINORA = join(import.meta.dirname, '../../bin/kinora.js');

/** How a command ended and what it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `kinora` in a folder that is also its home and its place for temporary files, `tmp`. */
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

/** Ids of the processes that a process has started and that still run; Linux only. */
export async function childrenOf(pid: number): Promise<number[]> {
  // The process, or a thread of it, may end between two looks.
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // No such process.
    return false;
  }
}
