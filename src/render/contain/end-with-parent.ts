import { openLibc } from './libc.ts';

const PR_SET_PDEATHSIG = 1;
const SIGKILL = 9;

/**
 * Has the kernel kill this process as soon as the thread that started it ends, whatever this process does then.
 * Its own code may be unable to: native code computes, or the main thread waits for a thread that waits for it.
 * Does nothing on systems other than Linux, or if the package that calls the C library has no build for this
 * machine.
 *
 * Must be called after the last change of the user, which makes the kernel forget it. Programs that this process
 * becomes keep it.
 *
 * @param parent the process that started this one directly, as both see it. If it has ended already, no signal
 *   would come, so this process ends now.
 */
export function endWithParent(parent: number): void {
  if (process.platform !== 'linux') return;
  try {
    openLibc().control(PR_SET_PDEATHSIG, SIGKILL);
  } catch {
    // The process still ends when it notices that its channel to the parent has closed.
  }
  // Not a look at process 1: a service in a container may be process 1, and other processes adopt orphans, too.
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}
