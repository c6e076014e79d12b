import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../../test/e2e/processes.ts';

/** Milliseconds within which a process must stop. A thread that waits for the disk stops afterwards. */
const STOP_MS = 30_000;

/**
 * Stops processes with all that they have started. Resolves when no thread runs any more.
 *
 * @param listRoots returns the processes of now. Others may be started meanwhile.
 * @returns a function that lets them go on.
 */
export async function freeze(listRoots: () => readonly number[]): Promise<() => void> {
  const stopped = new Set<number>();
  const thaw = (): void => stopped.forEach((pid) => send(pid, 'SIGCONT'));
  try {
    for (;;) {
      const found = (await listTree(listRoots())).filter((pid) => !stopped.has(pid));
      if (found.length === 0) return thaw;
      for (const pid of found) {
        stopped.add(pid);
        send(pid, 'SIGSTOP');
      }
      const until = Date.now() + STOP_MS;
      while (!(await areAll(found, isStopped))) {
        if (Date.now() > until) throw new Error(`The processes ${found.join(', ')} do not stop.`);
        await sleep(2);
      }
    }
  } catch (error) {
    thaw();
    throw error;
  }
}

/** Kills processes with all that they have started. */
export async function killAll(listRoots: () => readonly number[]): Promise<void> {
  // Processes that run may start others meanwhile.
  await freeze(listRoots);
  const all = await listTree(listRoots());
  for (const pid of all) send(pid, 'SIGKILL');
  const until = Date.now() + STOP_MS;
  while (!(await areAll(all, hasEnded)) && Date.now() < until) await sleep(2);
}

async function listTree(roots: readonly number[]): Promise<number[]> {
  const below = await Promise.all(roots.map(async (pid) => await listTree(await childrenOf(pid))));
  return [...roots, ...below.flat()];
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

async function areAll(pids: readonly number[], is: (state: string) => boolean): Promise<boolean> {
  const states = await Promise.all(pids.map(readStates));
  return states.flat().every(is);
}

const hasEnded = (state: string): boolean => state === 'Z' || state === 'X';
const isStopped = (state: string): boolean => state === 'T' || hasEnded(state);

/** Returns the letters for the states of all threads of a process. None if it has ended. */
async function readStates(pid: number): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  return await Promise.all(
    threads.map(async (thread) => {
      const line = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8').catch(() => ') X');
      // The name in parentheses may have any characters.
      return line.charAt(line.lastIndexOf(')') + 2);
    }),
  );
}
