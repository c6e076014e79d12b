import { forbidPrivileges, openLibc } from './libc.ts';
import { type Architecture, buildIoUringFilter } from './seccomp-filter.ts';

let isForbidden = false;

/**
 * Makes this thread and all processes that it starts from now on do without `io_uring`. They cannot gain
 * privileges either. Does nothing on systems other than Linux, or if the kernel has no seccomp.
 *
 * Node.js opens an `io_uring` before any code of a program runs, and what is asked for through one passes no
 * filter. So a contained process must never have had one.
 */
export function forbidIoUring(): void {
  if (isForbidden || process.platform !== 'linux') return;
  isForbidden = true;
  try {
    const libc = openLibc();
    forbidPrivileges(libc);
    libc.filterCalls(buildIoUringFilter(process.arch as Architecture), { allThreads: false });
  } catch {
    // The child finds that it has an `io_uring`, and says that it is not contained.
  }
}
