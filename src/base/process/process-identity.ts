import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { errorCodeOf } from '../error-code.ts';
import { ignoreMissing } from '../ignore-missing.ts';

/** Distinguishes a process from every other one that has or had the same id. */
export interface ProcessIdentity {
  /** Name of the machine or container. */
  readonly host: string;
  readonly pid: number;
  /**
   * The space of process ids that the process lives in, and its start, such as `<boot>/<namespace>/<ticks>`.
   * `null` where the system does not say: only Linux does.
   */
  readonly start: string | null;
}

/** Returns the identity of this process. */
export async function identifyProcess(): Promise<ProcessIdentity> {
  const host = hostname();
  const space = await findProcessSpace();
  const ticks = (await readProcess(process.pid))?.ticks;
  const start = space === undefined || ticks === undefined ? null : `${space}/${ticks}`;
  return { host, pid: process.pid, start };
}

/**
 * Finds out if another process still lives.
 *
 * @param own The identity of this process.
 * @param other A process that this one may be able to see.
 * @returns `unknown` if the other process is on another machine, in another container, or before a restart of
 *   the machine: this process cannot see it.
 */
export async function judgeProcess(
  own: ProcessIdentity,
  other: ProcessIdentity,
): Promise<'alive' | 'dead' | 'unknown'> {
  if (own.host !== other.host || spaceOf(own) !== spaceOf(other) || other.pid <= 0) return 'unknown';
  // Two processes never have the same id at the same time.
  if (own.pid === other.pid) return own.start === other.start && own.start !== null ? 'alive' : 'dead';
  if (!hasProcess(other.pid)) return 'dead';
  if (other.start === null) return 'alive';
  const found = await readProcess(other.pid);
  // The system may hide the processes of other users.
  if (found === undefined) return hasProcess(other.pid) ? 'alive' : 'dead';
  // A zombie has ended, but its parent has not asked for its result yet.
  if (found.state === 'Z' || found.state === 'X') return 'dead';
  return other.start.endsWith(`/${found.ticks}`) ? 'alive' : 'dead';
}

function spaceOf({ start }: ProcessIdentity): string | undefined {
  return start?.slice(0, start.lastIndexOf('/'));
}

/** Returns the boot and the namespace of process ids, or undefined if this is not Linux. */
async function findProcessSpace(): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    // Containers on one machine have a namespace each, and so their own process 1.
    return `${boot.trim()}/${await readlink('/proc/self/ns/pid')}`;
  } catch {
    // If the system does not report the start, processes are distinguished by their id alone.
    return undefined;
  }
}

/** Returns the state and the start of a process in ticks since the boot. Undefined if it cannot be seen. */
async function readProcess(pid: number): Promise<{ state: string; ticks: string } | undefined> {
  const text = await ignoreMissing(readFile(`/proc/${pid}/stat`, 'utf8')).catch((error: unknown) => {
    // A process that ends while its file is read.
    if (errorCodeOf(error) === 'ESRCH') return undefined;
    throw error;
  });
  // The name of the process is in brackets and may contain anything. The state is the third field, the start the
  // 22nd.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, ticks] = [fields?.[0], fields?.[19]];
  return state === undefined || ticks === undefined ? undefined : { state, ticks };
}

/** True if there is a process with this id, in any state. */
function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, but belongs to another user.
    return errorCodeOf(error) !== 'ESRCH';
  }
}
