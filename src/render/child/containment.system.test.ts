import type { ChildProcess, ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import type { Targets } from './exploit.fixture.ts';
import { setIsolationPolicy } from './isolation-policy.ts';
import { startChild } from './process-pool.ts';
import { runInChild } from './run-in-child.ts';

const started = vi.hoisted(() => ({ program: undefined as string | undefined, args: [] as string[] }));

vi.mock('node:child_process', async (original) => {
  const actual = await original<typeof import('node:child_process')>();
  const fork = (program: string, args: readonly string[], options: ForkOptions): ChildProcess =>
    actual.fork(started.program ?? program, [...args, ...started.args], options);
  return { ...actual, fork };
});

const EXPLOIT = fileURLToPath(new URL('./exploit.fixture.ts', import.meta.url));
const options = { signal: new AbortController().signal, log: SILENT };

/** The missing feature of this machine, or `null`. Without it, containment is not tested. */
const obstacle = await runInChild({ kind: 'isolation' }, options);

/** Attempts that do no harm to the test if they succeed. */
const HARMLESS = [
  'read a secret beside its file',
  'read a secret in a thread of the pool',
  'read a secret in a new thread',
  'read a secret by a link',
  'read the users',
  'read the environment of the service',
  'overwrite its source',
  'connect to the machine',
  'connect to a socket of the machine',
  'send a datagram',
  'start a program',
  'signal the service',
];

let folder: string;
let servers: Server[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-contained-'));
  servers = [];
});
afterEach(async () => {
  started.program = undefined;
  started.args = [];
  setIsolationPolicy('prefer');
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
});

/** Creates the files that an attacker looks for. */
async function layOut(): Promise<Targets> {
  const files = { secret: join(folder, 'keys.json'), own: join(folder, 'source.mp4') };
  const own = { folder: join(folder, 'work'), socket: join(folder, 'control.sock') };
  await mkdir(own.folder);
  await writeFile(files.secret, 'the keys');
  await writeFile(files.own, 'the source');
  servers = [createServer().listen(0, '127.0.0.1'), createServer().listen(own.socket)];
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const { port } = servers[0]!.address() as { port: number };
  return { ...files, ...own, port, parent: process.pid };
}

describe.skipIf(obstacle !== null)(`a media process that a file has taken over ${obstacle ?? ''}`, () => {
  test('reads nothing, reaches nothing and starts nothing', async () => {
    const targets = await layOut();
    started.program = EXPLOIT;
    const child = startChild();
    const access = { read: [targets.own], write: [targets.folder], devices: [] };
    const task = { kind: 'output', files: {}, containment: { access, isRequired: true }, targets };
    child.send(task);
    const [{ outcome }] = (await once(child, 'message')) as [{ outcome: unknown }];
    expect(outcome).toEqual({
      tried: 41,
      reached: [],
      status: ['NoNewPrivs:\t1', 'Seccomp:\t2'],
      title: 'kinora-media',
    });
    expect(await readFile(targets.secret, 'utf8')).toBe('the keys');
    expect(await readFile(targets.own, 'utf8')).toBe('the source');
  });

  test('would reach most of it if nothing contained it', async () => {
    const targets = await layOut();
    started.program = EXPLOIT;
    started.args = ['uncontained'];
    const child = startChild();
    child.send({ targets, only: HARMLESS });
    const [{ outcome }] = (await once(child, 'message')) as [{ outcome: { reached: string[] } }];
    expect(outcome.reached).toEqual(HARMLESS);
  });
});

test('a process that must be contained, and cannot, refuses its task', async () => {
  setIsolationPolicy('require');
  started.program = fileURLToPath(new URL('./uncontained-child.fixture.ts', import.meta.url));
  const task = { kind: 'inspect', files: { a: EXPLOIT }, filename: 'a', displayName: 'a' } as const;
  expect(await failureOf(runInChild(task, options))).toBe(
    'isolation_unavailable: This machine cannot contain the processes that read media, and KINORA_ISOLATION requires it.',
  );
});
