import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { DatabasePlace } from './database.ts';

/** An empty database for the tests of one file. */
export interface TestDatabase {
  readonly place: DatabasePlace;
  end(): Promise<void>;
}

/** The two kinds of database, for `describe.each`: what is true of one must be true of the other. */
export const TEST_DATABASES = [
  {
    name: 'the embedded database',
    missing: false,
    start: (): Promise<TestDatabase> =>
      Promise.resolve({ place: { kind: 'embedded', folder: undefined }, end: () => Promise.resolve() }),
  },
  {
    name: programs() === undefined ? 'PostgreSQL (SKIPPED: initdb is not on this machine)' : 'PostgreSQL',
    missing: programs() === undefined,
    start: startPostgres,
  },
] as const;

/** Whether there is a PostgreSQL to test with. */
export const HAS_POSTGRES = programs() !== undefined;

/** The folder of PostgreSQL's programs, the newest when there are several. */
function programs(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => join(root, version, 'bin'));
  return found.find((folder) => existsSync(join(folder, 'initdb')));
}

/** A PostgreSQL of our own, reached only through a socket in a temporary folder. */
export async function startPostgres(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'kinora-pg-'));
  const data = join(folder, 'data');
  const isRoot = process.getuid?.() === 0;
  // PostgreSQL refuses to run as root.
  const as = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups'] : ['env'];
  const [command = '', ...prefix] = as;
  if (isRoot) await promisify(execFile)('chown', ['postgres', folder]);
  else chmodSync(folder, 0o700);
  const bin = programs() ?? '';
  await promisify(execFile)(command, [
    ...prefix,
    join(bin, 'initdb'),
    ...['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--no-locale'],
  ]);
  const server = spawn(
    command,
    [
      ...prefix,
      join(bin, 'postgres'),
      ...[
        '-D',
        data,
        '-k',
        folder,
        '-c',
        'listen_addresses=',
        '-c',
        'fsync=off',
        '-c',
        'timezone=Asia/Kolkata',
      ],
    ],
    { stdio: 'ignore' },
  );
  const ended = once(server, 'exit');
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  await until(() => isReady(join(bin, 'pg_isready'), folder));
  return {
    place: { kind: 'postgres', url },
    async end() {
      server.kill('SIGINT');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function isReady(program: string, folder: string): Promise<boolean> {
  const child = spawn(program, ['-q', '-h', folder], { stdio: 'ignore' });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

/** Waits until something is so, 30 seconds at most where nothing else is said. */
export async function until(isSo: () => boolean | Promise<boolean>, seconds = 30): Promise<void> {
  for (let tries = 0; tries < seconds * 50; tries++) {
    if (await isSo()) return;
    await wait(20);
  }
  throw new Error(`Not within ${seconds} seconds: ${isSo.toString()}`);
}
