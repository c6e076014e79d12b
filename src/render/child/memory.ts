import { readFile } from 'node:fs/promises';

/**
 * Returns the resident memory of a process in bytes. Asks the system and not the process, because a process
 * that hangs does not answer.
 *
 * @returns undefined on systems other than Linux, or if the process has ended.
 */
export async function readResidentBytes(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    // The process has ended.
    return undefined;
  }
}

/** Ticks per second of the times in `/proc`, on all usual platforms of Linux. */
const TICKS_PER_SECOND = 100;

/**
 * Returns the CPU time that a process has used in milliseconds, by all its threads together.
 *
 * @returns undefined on systems other than Linux, or if the process has ended.
 */
export async function readCpuMilliseconds(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the process comes first, in parentheses, and may have spaces. `utime` and `stime` are the 12th
    // and the 13th field after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  } catch {
    // The process has ended.
    return undefined;
  }
}
