import type { ChildProcess, ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { SILENT } from '../../base/logger.ts';
import type { Edit } from '../../edit/index.ts';
import { type ProcessPool, openProcessPool } from './process-pool.ts';
import { openPooledChild, runInPooledChild } from './run-in-child.ts';
import { sentEdit } from './sent-edit.fixture.ts';

const started = vi.hoisted(() => ({ children: [] as ChildProcess[] }));

vi.mock('node:child_process', async (original) => {
  const actual = await original<typeof import('node:child_process')>();
  const fork = (program: string, args: readonly string[], options: ForkOptions): ChildProcess => {
    const child = actual.fork(program, args, options);
    started.children.push(child);
    return child;
  };
  return { ...actual, fork };
});

let children: ProcessPool;
afterEach(async () => {
  children.close();
  const left = started.children
    .splice(0)
    .filter(({ exitCode, signalCode }) => (exitCode ?? signalCode) === null);
  await Promise.all(left.map((child) => (child.kill('SIGKILL'), once(child, 'exit'))));
});

test('the waiting process is taken once, and then replaced', async () => {
  children = openProcessPool({ refill: true });
  children.prewarm();
  children.prewarm();
  expect(started.children).toHaveLength(1);
  const [waiting] = started.children;
  expect(children.take('output')).toBe(waiting);
  const other = children.take('output');
  expect(other).not.toBe(waiting);
  waiting?.kill('SIGKILL');
  await once(waiting!, 'exit');
  expect(started.children).toHaveLength(3);
  expect(children.take('inspect')).toBe(started.children[2]);
});

test('without refill, the waiting process is not replaced', async () => {
  children = openProcessPool({ refill: false });
  children.prewarm();
  const taken = children.take('output');
  taken.kill('SIGKILL');
  await once(taken, 'exit');
  expect(started.children).toEqual([taken]);
});

test('a task that needs few modules gets a new process', () => {
  children = openProcessPool({ refill: true });
  children.prewarm();
  expect(children.take('recognise')).not.toBe(started.children[0]);
});

test('a process that ended while it waited is not taken', async () => {
  children = openProcessPool({ refill: true });
  children.prewarm();
  const [waiting] = started.children;
  waiting?.kill('SIGKILL');
  await once(waiting!, 'exit');
  expect(children.take('output')).not.toBe(waiting);
});

test('close ends the waiting process and starts no other', async () => {
  children = openProcessPool({ refill: true });
  children.prewarm();
  const ended = once(started.children[0]!, 'exit');
  children.close();
  expect(await ended).toEqual([null, 'SIGKILL']);
  children.prewarm();
  expect(started.children).toHaveLength(1);
});

test('after frames, the next process is started only after a second without a frame', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  children = openProcessPool({ refill: true });
  children.take('frames');
  vi.advanceTimersByTime(10_000);
  expect(started.children).toHaveLength(1);
  children.prewarmLater();
  vi.advanceTimersByTime(900);
  children.prewarmLater();
  vi.advanceTimersByTime(900);
  expect(started.children).toHaveLength(1);
  vi.advanceTimersByTime(100);
  vi.useRealTimers();
  expect(started.children).toHaveLength(2);
});

test('no process waits if the machine is short of memory', () => {
  const memory = vi.spyOn(process, 'availableMemory').mockReturnValue(2 ** 29);
  children = openProcessPool({ refill: true });
  children.prewarm();
  expect(started.children).toEqual([]);
  memory.mockRestore();
});

test('a process that waited makes the same frame as a new one', async () => {
  children = openProcessPool({ refill: false });
  children.prewarm();
  const folder = await mkdtemp(join(tmpdir(), 'kinora-children-'));
  const clip = { asset: { type: 'text', text: 'H' }, start: 0, length: 2 } as const;
  const edit: Edit = {
    timeline: { tracks: [{ clips: [clip] }] },
    output: { format: 'mp4', size: { width: 64, height: 36 } },
  };
  const sent = sentEdit(edit);
  const job = {
    kind: 'frames',
    edit: sent,
    files: {},
    dialect: 'interface',
    watermark: false,
    folder,
  } as const;
  const made = (name: string, from?: ProcessPool) => {
    const options = { signal: new AbortController().signal, log: SILENT, children: from };
    const request = { step: 'output', to: { output: join(folder, name) }, at: 1 } as const;
    return runInPooledChild(openPooledChild(job, options), request, 'end', options);
  };
  expect(await made('waited.png', children)).toEqual(await made('new.png'));
  expect(started.children).toHaveLength(2);
  await rm(folder, { recursive: true });
});
