import { readFile } from 'node:fs/promises';

/**
 * Returns the resident memory of a process in bytes. Asks the system and not the process, because a process
 * that hangs does not answer.
 *
 * @returns undefined on systems other than Linux, or if the process has ended.
 */
export async function readResidentBytes(pid: number): Promise<number | undefined> {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec((await readFact(pid, 'status')) ?? '')?.[1];
  return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
}

/** Ticks per second of the times in `/proc`, on all usual platforms of Linux. */
const TICKS_PER_SECOND = 100;

/**
 * Returns the CPU time that a process has used in milliseconds, by all its threads together.
 *
 * @returns undefined on systems other than Linux, or if the process has ended.
 */
export async function readCpuMilliseconds(pid: number): Promise<number | undefined> {
  const stat = await readFact(pid, 'stat');
  if (stat === undefined) return undefined;
  // The name of the process comes first, in parentheses, and may have spaces. `utime` and `stime` are the 12th
  // and the 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
}

/** Reads a file of `/proc` about a process. Undefined on other systems, and if the process has ended. */
async function readFact(pid: number, name: 'status' | 'stat'): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  return await readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => undefined);
}
