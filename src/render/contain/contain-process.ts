import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALL_THREADS_VERSION, type FileAccess, landlockVersion, restrictFiles } from './landlock.ts';
import { forbidPrivileges, type Libc, openLibc } from './libc.ts';
import { type Architecture, buildFilter } from './seccomp-filter.ts';

/** The folder of Kinora's `package.json`. */
const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url));

/** The code of Kinora and of its packages, which a process may load at any time. */
const CODE = [
  join(PACKAGE, 'package.json'),
  join(PACKAGE, 'src'),
  join(PACKAGE, 'dist'),
  ...ancestorsOf(PACKAGE).map((folder) => join(folder, 'node_modules')),
].filter((path) => existsSync(path));

/** Files that the libraries of a process read: other libraries, time zones, and facts about the machine. */
const SYSTEM = [
  process.execPath,
  '/lib',
  '/lib64',
  '/usr/lib',
  '/usr/lib64',
  '/usr/local/lib',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/usr/share/zoneinfo',
  '/proc/cpuinfo',
  '/proc/meminfo',
  '/proc/stat',
  '/sys/devices/system/cpu',
  '/sys/fs/cgroup',
  '/dev/null',
  '/dev/zero',
  '/dev/random',
  '/dev/urandom',
];

/** Files and devices of the drivers of graphics cards, besides their libraries. */
export const GRAPHICS: Pick<FileAccess, 'read' | 'devices'> = {
  read: [
    '/etc/vulkan',
    '/usr/share/vulkan',
    '/usr/share/glvnd',
    '/usr/share/drirc.d',
    '/sys',
    '/proc/driver',
  ],
  devices: [
    '/dev/dri',
    '/dev/nvidiactl',
    '/dev/nvidia0',
    '/dev/nvidia-uvm',
    '/dev/nvidia-uvm-tools',
    '/dev/kfd',
  ],
};

/** Limits of a process, `sys/resource.h`. */
const RLIMIT_CORE = 4;
const RLIMIT_NOFILE = 7;
const RLIMIT_MEMLOCK = 8;
/** More files than any edit can have open: each has a few hundred at the most. */
const MAX_OPEN_FILES = 4096n;

/**
 * Contains this process for the rest of its life. It can read and write the files of `access` and load code of
 * Kinora and of the system. It can open no socket and start no program, and has no influence on other processes
 * ([decision 55](../../../docs/decisions/0055-what-a-decoder-can-reach.md)).
 *
 * Must be called before the process reads untrusted bytes.
 *
 * @throws {Error} with the name of the feature that this machine lacks.
 */
export function containProcess(access: FileAccess): void {
  if (process.platform !== 'linux') throw new Error('Containment needs Linux.');
  if (hasIoUring()) throw new Error('The process has an io_uring, which passes no filter.');
  const libc = openLibc();
  // Older threads would keep their rights.
  if (landlockVersion(libc) < ALL_THREADS_VERSION && hasPool())
    throw new Error('The process has threads that read files already.');
  limitResources(libc);
  forbidPrivileges(libc);
  restrictFiles(libc, {
    ...access,
    read: [...CODE, ...SYSTEM, `/proc/${process.pid}`, ...access.read],
  });
  // Landlock's own calls are not in the list, so this is the last step.
  try {
    libc.filterCalls(buildFilter(process.arch as Architecture, process.pid), { allThreads: true });
  } catch (cause) {
    throw new Error('Filters of system calls (seccomp) are missing.', { cause });
  }
}

/** True if the process has opened an `io_uring`. See `forbidIoUring`. */
function hasIoUring(): boolean {
  return readdirSync('/proc/self/fd').some((file) => {
    try {
      return readlinkSync(`/proc/self/fd/${file}`) === 'anon_inode:[io_uring]';
    } catch {
      // The descriptor of the folder itself is closed by now.
      return false;
    }
  });
}

/** True if Node.js has started the threads in which it reads files. */
function hasPool(): boolean {
  return readdirSync('/proc/self/task').some(
    (thread) => readFileSync(`/proc/self/task/${thread}/comm`, 'utf8') === 'libuv-worker\n',
  );
}

/** Limits the resources of the process. Its memory and time are watched by the parent. */
function limitResources(libc: Libc): void {
  libc.setLimit(RLIMIT_CORE, 0n);
  libc.setLimit(RLIMIT_MEMLOCK, 0n);
  libc.setLimit(RLIMIT_NOFILE, MAX_OPEN_FILES);
}

/** Returns a folder and all folders above it. */
function ancestorsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestorsOf(parent)];
}
