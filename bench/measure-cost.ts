import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** What a command took, with everything that it started. */
export interface Cost {
  /** Wall time in seconds. */
  readonly wall: number;
  /** User and system time of all processes in seconds. */
  readonly cpu: number;
  /** Resident memory of all processes at the worst moment, in bytes; files that several have in memory, as the program, count once. */
  readonly memory: number;
}

/** Milliseconds between two looks at the memory. */
const MEMORY_POLL_MS = 100;
/** Clock ticks in a second of /proc, on every Linux. */
const CLOCK_TICKS_PER_SECOND = 100;

/**
 * Runs a command to its end and watches it (on Linux). Nothing else may end meanwhile that this process has started.
 *
 * @returns its cost, and what it wrote to its standard output.
 * @throws when the command fails, with the end of what it said.
 */
export async function measureCost(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Cost & { readonly stdout: string }> {
  const before = readChildrenCpu();
  const started = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let [output, complained, memory] = ['', '', 0];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (complained = (complained + text).slice(-3000)));
  const timer = setInterval(() => {
    void readMemory(child.pid ?? 0).then(({ own, files }) => (memory = Math.max(memory, own + files)));
  }, MEMORY_POLL_MS);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  }).finally(() => clearInterval(timer));
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${complained}`);
  const wall = (performance.now() - started) / 1000;
  return { wall, cpu: readChildrenCpu() - before, memory, stdout: output };
}

/** CPU seconds of the processes that this one started and that have ended, and of those that they started. */
function readChildrenCpu(): number {
  const fields = parseStat(readFileSync('/proc/self/stat', 'utf8'));
  return ((fields[13] ?? 0) + (fields[14] ?? 0)) / CLOCK_TICKS_PER_SECOND;
}

/** Memory of processes, in bytes. */
interface Memory {
  /** What each has for itself. */
  readonly own: number;
  /** Files in memory, as the program is: of the process that has most of them, since they are there once for all. */
  readonly files: number;
}

/** Resident memory of a process and all that it started. */
async function readMemory(pid: number): Promise<Memory> {
  try {
    const threads = await readdir(`/proc/${pid}/task`);
    const [status, ...children] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      ...threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
    ]);
    const below = children.flatMap((line) => line.split(' ').filter((one) => one !== ''));
    const theirs = await Promise.all(below.map((one) => readMemory(Number(one))));
    const field = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) * 1024;
    return theirs.reduce(
      (sum, { own, files }) => ({ own: sum.own + own, files: Math.max(sum.files, files) }),
      { own: field('RssAnon') + field('RssShmem'), files: field('RssFile') },
    );
  } catch {
    // It has ended between two looks.
    return { own: 0, files: 0 };
  }
}

/** The numbers of a line of /proc/PID/stat from the third field on, the state, which is no number: see proc_pid_stat(5). */
function parseStat(stat: string): number[] {
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}
