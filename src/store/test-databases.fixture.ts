import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { locateMemory } from './memory.fixture.ts';
import type { DatabaseLocation } from './database.ts';

/** An empty database for the tests of one file. */
export interface TestDatabase {
  readonly location: DatabaseLocation;
  stop(): Promise<void>;
}

/** A PostgreSQL server of a test, which the test may stop and start. */
export interface TestPostgres extends TestDatabase {
  /** Ends the server at once, as a crash does. */
  crash(): Promise<void>;
  /** Starts the server after a crash. Resolves when it answers. */
  restart(): Promise<void>;
  /** Stops answering without closing a connection, as a machine does that lost its network. */
  freeze(): void;
  /** Continues after {@link TestPostgres.freeze}. */
  thaw(): void;
}

/** The two kinds of database, for `describe.each`. Both must pass the same tests. */
export const TEST_DATABASES = [
  {
    name: 'the embedded database',
    missing: false,
    start: async (): Promise<TestDatabase> => ({
      location: await locateMemory(),
      stop: () => Promise.resolve(),
    }),
  },
  {
    name:
      findPostgresPrograms() === undefined
        ? 'PostgreSQL (SKIPPED: initdb is not on this machine)'
        : 'PostgreSQL',
    missing: findPostgresPrograms() === undefined,
    start: startPostgres,
  },
] as const;

/** True if PostgreSQL is installed for tests. */
export const HAS_POSTGRES = findPostgresPrograms() !== undefined;

/** Returns the folder with the programs of the newest PostgreSQL, or undefined if there is none. */
function findPostgresPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(root, version, 'bin'));
  return found.find((folder) => existsSync(join(folder, 'initdb')));
}

/** Starts a PostgreSQL server that is accessible only by a socket in a temporary folder. */
export async function startPostgres(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-pg-'));
  const data = join(folder, 'data');
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL refuses to run as root.
  const [command = '', ...prefix] = isRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups']
    : ['env'];
  if (isRoot) await promisify(execFile)('chown', ['postgres', folder]);
  else chmodSync(folder, 0o700);
  const bin = findPostgresPrograms() ?? '';
  const settings = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-locale'];
  await promisify(execFile)(command, [...prefix, join(bin, 'initdb'), '-D', data, ...settings]);
  const options = ['listen_addresses=', 'fsync=off', 'timezone=Asia/Kolkata'].flatMap((option) => [
    '-c',
    option,
  ]);
  const run = async (): Promise<{ server: ChildProcess; ended: Promise<unknown> }> => {
    const server = spawn(command, [...prefix, join(bin, 'postgres'), '-D', data, '-k', folder, ...options], {
      stdio: 'ignore',
    });
    const ended = once(server, 'exit');
    await waitUntil(() => isReady(join(bin, 'pg_isready'), folder));
    return { server, ended };
  };
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  let current = await run();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    current.server.kill(signal);
    await current.ended;
  };
  return {
    location: { kind: 'postgres', url },
    crash: () => end('SIGQUIT'),
    async restart() {
      current = await run();
    },
    freeze: () => signalServer(current.server, 'SIGSTOP'),
    thaw: () => signalServer(current.server, 'SIGCONT'),
    async stop() {
      await end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Sends a signal to a server and its processes for single connections. */
function signalServer({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  for (const one of [String(pid), ...children]) process.kill(Number(one), signal);
}

async function isReady(program: string, folder: string): Promise<boolean> {
  const child = spawn(program, ['-q', '-h', folder], { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

/** Waits until a condition is true. @param seconds the maximum time, 30 s by default. */
export async function waitUntil(isTrue: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  for (let tries = 0; tries < seconds * 50; tries++) {
    if (await isTrue()) return;
    await sleep(20);
  }
  throw new Error(`Not within ${seconds} seconds: ${isTrue.toString()}`);
}
