import { readFile } from 'node:fs/promises';

/**
 * The memory that a process holds, in bytes. Read from outside, because a process that hangs does not answer.
 *
 * @returns undefined where the system does not say (Linux does), or when the process is gone.
 */
export async function readResidentBytes(pid: number): Promise<number | undefined> {
  if (process.platform !== 'linux') return undefined;
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    // The process has ended between two checks.
    return undefined;
  }
}
