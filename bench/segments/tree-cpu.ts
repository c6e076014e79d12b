import { readdir, readFile } from 'node:fs/promises';
import { readCpu } from '../soak/sample-server.ts';

/** Returns the CPU seconds of a process, and of all its descendants: those that live and those that have ended. */
export async function readTreeCpu(pid: number): Promise<number> {
  const { cpu, childCpu } = await readCpu(pid).catch(() => ({ cpu: 0, childCpu: 0 }));
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
  const below = await Promise.all(children.map(readTreeCpu));
  return (cpu + childCpu) / 1000 + below.reduce((sum, one) => sum + one, 0);
}
