import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';

/** The cost of a command, including all processes that it started. */
export interface Cost {
  /** Wall time in seconds. */
  readonly wall: number;
  /** User and system time of all processes in seconds. */
  readonly cpu: number;
  /**
   * Peak resident memory of all processes in bytes. Files that several processes have mapped, such as the
   * program, count once.
   */
  readonly memory: number;
}

/** Milliseconds between two memory readings. */
const MEMORY_POLL_MS = 100;
/** Clock ticks per second in /proc. The same on every Linux. */
const CLOCK_TICKS_PER_SECOND = 100;

/**
 * Runs a command and measures its cost (Linux only). No other child of this process may end meanwhile.
 *
 * @param message sent to the command as soon as it has started, if it is a Node.js program that waits for one.
 * @returns its cost, and its standard output.
 * @throws if the command fails, with the end of its standard error.
 */
export async function measureCost(
  command: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  message?: { readonly kind: string },
): Promise<Cost & { readonly stdout: string }> {
  const before = readChildrenCpu();
  const started = performance.now();
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe', ...(message ? ['ipc' as const] : [])],
    env: { ...process.env, ...environment },
  });
  if (message) child.send(message);
  let [output, errors, memory] = ['', '', 0];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-3000)));
  const timer = setInterval(() => {
    void readMemory(child.pid ?? 0).then(({ own, files }) => (memory = Math.max(memory, own + files)));
  }, MEMORY_POLL_MS);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject).once('close', resolve);
  }).finally(() => clearInterval(timer));
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${errors}`);
  const wall = (performance.now() - started) / 1000;
  return { wall, cpu: readChildrenCpu() - before, memory, stdout: output };
}

/** Returns the CPU seconds of the terminated children of this process and of their descendants. */
function readChildrenCpu(): number {
  const fields = parseStat(readFileSync('/proc/self/stat', 'utf8'));
  return ((fields[13] ?? 0) + (fields[14] ?? 0)) / CLOCK_TICKS_PER_SECOND;
}

/** The memory of processes, in bytes. */
interface Memory {
  /** Total private memory. */
  readonly own: number;
  /**
   * Mapped files such as the program: the value of the process with the most, because processes share them.
   */
  readonly files: number;
}

/** Reads the resident memory of a process and its descendants. */
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
    // The process has ended since the previous reading.
    return { own: 0, files: 0 };
  }
}

/**
 * Parses a line of /proc/PID/stat, starting at the third field, the state, which is not a number: see
 * proc_pid_stat(5).
 */
function parseStat(stat: string): number[] {
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}
