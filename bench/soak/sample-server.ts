import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';

/** Milliseconds of a clock tick in /proc. The same on every Linux. */
const TICK_MS = 10;

/** The state of a server at one moment. Memory and sizes are in bytes. */
export interface ServerSample {
  /** Resident memory of the server itself. */
  readonly memory: number;
  /** Resident memory of all its descendants. Memory that they share counts for each. */
  readonly childMemory: number;
  readonly children: number;
  readonly descriptors: number;
  readonly threads: number;
  /** Size of the embedded database on disk without its write-ahead log. */
  readonly database: number;
  /** Number of files, folders and links below the folders for temporary files. */
  readonly temporaryFiles: number;
  /** Number of files, folders and links in the cache of sources. */
  readonly cacheFiles: number;
  /** Processes of the whole machine that run or want to, as an average over the last minute. */
  readonly load: number;
  /** Number of open descriptors of the server by kind, such as `socket`. */
  readonly kinds: Readonly<Record<string, number>>;
}

/**
 * Reads the state of a server. Linux only.
 *
 * @param pid id of its process.
 * @param home its home folder.
 * @param temporary folder for temporary files that it got from the environment.
 */
export async function sampleServer(pid: number, home: string, temporary: string): Promise<ServerSample> {
  const descendants = await listDescendants(pid);
  const [own, ...others] = await Promise.all([pid, ...descendants].map(readStatus));
  const kinds = await countDescriptors(pid);
  const leftovers = [await listBelow(temporary), await listBelow(join(home, 'tmp'))].flat();
  const database = await listBelow(join(home, 'database'));
  return {
    memory: own?.memory ?? 0,
    childMemory: others.reduce((sum, { memory }) => sum + memory, 0),
    load: loadavg()[0] ?? NaN,
    children: descendants.length,
    descriptors: Object.values(kinds).reduce((sum, count) => sum + count, 0),
    threads: own?.threads ?? 0,
    database: database
      .filter(({ path }) => !path.includes('/pg_wal/'))
      .reduce((sum, { size }) => sum + size, 0),
    temporaryFiles: leftovers.length,
    cacheFiles: (await listBelow(join(home, 'cache'))).length,
    kinds,
  };
}

/**
 * Returns the paths of everything below a folder, with sizes in bytes. Leaves out files that are removed
 * meanwhile.
 */
export async function listBelow(folder: string): Promise<{ readonly path: string; readonly size: number }[]> {
  const entries = await readdir(folder, { recursive: true }).catch(() => []);
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry);
      const stats = await lstat(path).catch(() => undefined);
      return stats && { path, size: stats.isFile() ? stats.size : 0 };
    }),
  );
  return found.filter((each) => each !== undefined);
}

async function listDescendants(pid: number): Promise<number[]> {
  // A process or a thread may end in the meantime.
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  const children = lists.flatMap((list) => list.trim().split(' ').filter(Boolean).map(Number));
  return [...children, ...(await Promise.all(children.map(listDescendants))).flat()];
}

async function readStatus(pid: number): Promise<{ readonly memory: number; readonly threads: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const find = (name: string): number =>
    Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return { memory: find('VmRSS') * 1024, threads: find('Threads') };
}

/** Returns the CPU milliseconds of a process since its start, and of its child processes that have ended. */
export async function readCpu(pid: number): Promise<{ readonly cpu: number; readonly childCpu: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program before the parenthesis may contain spaces.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15);
  return { cpu: (user + system) * TICK_MS, childCpu: (childUser + childSystem) * TICK_MS };
}

async function countDescriptors(pid: number): Promise<Record<string, number>> {
  const folder = `/proc/${pid}/fd`;
  const counts: Record<string, number> = {};
  for (const name of await readdir(folder)) {
    const target = await readlink(join(folder, name)).catch(() => undefined);
    if (target === undefined) continue;
    const kind = target.startsWith('/') ? 'file' : target.replace(/:?\[\d+\]$/, '');
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}
