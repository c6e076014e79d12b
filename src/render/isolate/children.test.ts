import type { ChildProcess, ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { SILENT } from '../../base/log.ts';
import type { Edit } from '../../edit/index.ts';
import { type Children, openChildren } from './children.ts';
import { inChildProcess } from './isolate.ts';

const started = vi.hoisted(() => ({ children: [] as ChildProcess[] }));

vi.mock('node:child_process', async (original) => {
  const actual = await original<typeof import('node:child_process')>();
  const fork = (program: string, options: ForkOptions): ChildProcess => {
    const child = actual.fork(program, options);
    started.children.push(child);
    return child;
  };
  return { ...actual, fork };
});

let children: Children;
afterEach(async () => {
  children.close();
  const left = started.children
    .splice(0)
    .filter(({ exitCode, signalCode }) => (exitCode ?? signalCode) === null);
  await Promise.all(left.map((child) => (child.kill('SIGKILL'), once(child, 'exit'))));
});

test('the process that waits is taken once, and another one gets ready', async () => {
  children = openChildren({ again: true });
  children.ready();
  children.ready();
  expect(started.children).toHaveLength(1);
  const [waiting] = started.children;
  expect(children.take('produce')).toBe(waiting);
  const other = children.take('produce');
  expect(other).not.toBe(waiting);
  waiting?.kill('SIGKILL');
  await once(waiting!, 'exit');
  expect(started.children).toHaveLength(3);
  expect(children.take('inspect')).toBe(started.children[2]);
});

test('where no other one is wanted, none gets ready', async () => {
  children = openChildren({ again: false });
  children.ready();
  const taken = children.take('produce');
  taken.kill('SIGKILL');
  await once(taken, 'exit');
  expect(started.children).toEqual([taken]);
});

test('work that needs little is done by a process that has loaded little', () => {
  children = openChildren({ again: true });
  children.ready();
  expect(children.take('recognise')).not.toBe(started.children[0]);
});

test('a process that ended while it waited is taken by nobody', async () => {
  children = openChildren({ again: true });
  children.ready();
  const [waiting] = started.children;
  waiting?.kill('SIGKILL');
  await once(waiting!, 'exit');
  expect(children.take('produce')).not.toBe(waiting);
});

test('at the end nobody waits any more', async () => {
  children = openChildren({ again: true });
  children.ready();
  const ended = once(started.children[0]!, 'exit');
  children.close();
  expect(await ended).toEqual([null, 'SIGKILL']);
  children.ready();
  expect(started.children).toHaveLength(1);
});

test('after frames another one gets ready only when none was asked for a second', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  children = openChildren({ again: true });
  children.take('frames');
  vi.advanceTimersByTime(10_000);
  expect(started.children).toHaveLength(1);
  children.readyLater();
  vi.advanceTimersByTime(900);
  children.readyLater();
  vi.advanceTimersByTime(900);
  expect(started.children).toHaveLength(1);
  vi.advanceTimersByTime(100);
  vi.useRealTimers();
  expect(started.children).toHaveLength(2);
});

test('without memory to spare nobody waits', () => {
  const memory = vi.spyOn(process, 'availableMemory').mockReturnValue(2 ** 29);
  children = openChildren({ again: true });
  children.ready();
  expect(started.children).toEqual([]);
  memory.mockRestore();
});

test('a process that waited makes the same as a new one', async () => {
  children = openChildren({ again: false });
  children.ready();
  const folder = await mkdtemp(join(tmpdir(), 'kinora-children-'));
  const clip = { asset: { type: 'text', text: 'H' }, start: 0, length: 2 } as const;
  const edit: Edit = {
    timeline: { tracks: [{ clips: [clip] }] },
    output: { format: 'mp4', size: { width: 64, height: 36 } },
  };
  const job = {
    kind: 'produce',
    edit,
    files: {},
    dialect: 'interface',
    watermark: false,
    folder,
    at: 1,
  } as const;
  const made = (name: string, from?: Children) =>
    inChildProcess(
      { ...job, to: { output: join(folder, name) } },
      { signal: new AbortController().signal, log: SILENT, children: from },
    );
  expect(await made('waited.png', children)).toEqual(await made('new.png'));
  expect(started.children).toHaveLength(2);
  await rm(folder, { recursive: true });
});
