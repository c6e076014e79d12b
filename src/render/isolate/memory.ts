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
