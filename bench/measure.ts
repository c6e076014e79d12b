import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

/** What a command took, with everything that it started. */
export interface Cost {
  /** Wall time in seconds. */
  readonly wall: number;
  /** User and system time of all processes in seconds. */
  readonly cpu: number;
  /** Resident memory of all processes at the worst moment, in bytes. */
  readonly memory: number;
}

/** Milliseconds between two looks at the processes. */
const LOOK_EVERY = 50;
/** Clock ticks in a second of /proc, on every Linux. */
const TICKS = 100;

/**
 * Runs a command to its end and watches it (on Linux; elsewhere CPU and memory are 0).
 *
 * @throws when the command fails, with the end of what it said.
 */
export async function costOf(command: string, args: readonly string[]): Promise<Cost> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-3000)));
  const seen = new Map<number, number>();
  let memory = 0;
  const timer = setInterval(() => {
    void look(child.pid ?? 0, seen).then((bytes) => (memory = Math.max(memory, bytes)));
  }, LOOK_EVERY);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  });
  clearInterval(timer);
  if (code !== 0) throw new Error(`${command} failed:\n${said}`);
  const cpu = [...seen.values()].reduce((sum, ticks) => sum + ticks, 0) / TICKS;
  return { wall: (performance.now() - started) / 1000, cpu, memory };
}

/** Notes the CPU time of a process and all below it. @returns their resident memory in bytes. */
async function look(root: number, seen: Map<number, number>): Promise<number> {
  const stats = await processes();
  const family = new Set([root]);
  // Children have higher numbers than their parents but for a wrap-around, so a few rounds find them all.
  for (let round = 0; round < 4; round++) {
    for (const { pid, parent } of stats) if (family.has(parent)) family.add(pid);
  }
  let bytes = 0;
  for (const stat of stats) {
    if (!family.has(stat.pid)) continue;
    seen.set(stat.pid, stat.ticks);
    bytes += stat.bytes;
  }
  return bytes;
}

async function processes() {
  const names = await readdir('/proc').catch(() => []);
  const read = names
    .filter((name) => /^\d+$/.test(name))
    .map(async (name) => {
      try {
        const stat = await readFile(`/proc/${name}/stat`, 'utf8');
        const fields = stat
          .slice(stat.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        const [parent = 0, user = 0, system = 0, pages = 0] = [fields[1], fields[11], fields[12], fields[21]];
        return [{ pid: Number(name), parent, ticks: user + system, bytes: pages * 4096 }];
      } catch {
        // It has ended since the folder was read.
        return [];
      }
    });
  return (await Promise.all(read)).flat();
}
