import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeClip } from './media/encode-clip.ts';

const PARENT = join(import.meta.dirname, 'orphans/parent.ts');
const KINDS = [
  'waits for a task',
  'probes a remote video',
  'checks an edit of a remote video',
  'decodes and encodes',
  'reads a remote video for a render',
  'draws',
  'speaks English',
  'speaks German',
  'captures an endless page',
];
const KILLS = 200;
/** Milliseconds within which a child ends after its parent. */
const END_MS = 5_000;
/** Milliseconds after which the child of a parent has come to the middle of its work. */
const WORK_MS = 2_500;

let folder: string;
let video: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-orphans-'));
  video = join(folder, 'video.mp4');
  const facts = { width: 320, height: 180, codec: 'libx264', container: 'mp4', filters: 'format=yuv420p' };
  await encodeClip(video, {
    ...facts,
    count: 250,
    paint: (x, y, index) => [x ^ index, y ^ index, x ^ y, 255],
  });
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

describe.skipIf(process.platform !== 'linux')('a child process', () => {
  test(`ends with its parent, at any of ${KILLS} moments`, async () => {
    const limit = pLimit(4 * availableParallelism());
    const kills = Array.from({ length: KILLS }, (_, index) =>
      limit(() => killParent(KINDS[index % KINDS.length] ?? '')),
    );
    const ended = await Promise.all(kills);
    expect(ended.flatMap(({ left }) => left)).toEqual([]);
    expect(ended.filter(({ children }) => children > 0).length).toBeGreaterThan(KILLS / 2);
  });
});

/** Kills a parent in the middle of its work. Returns its children that are left after {@link END_MS}. */
async function killParent(kind: string): Promise<{ children: number; left: string[] }> {
  const parent = spawn(process.execPath, [PARENT, kind, video], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(parent.stdout, 'data');
  await wait(Math.random() * WORK_MS);
  const children = await listDescendants(parent.pid ?? 0);
  parent.kill('SIGKILL');
  for (let waited = 0; waited < END_MS; waited += 50) {
    if ((await listLiving(children)).length === 0) break;
    await wait(50);
  }
  const left = await listLiving(children);
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  return { children: children.length, left: left.map(({ pid }) => `${pid}, which ${kind}`) };
}

/** A process, with the ticks at which it started. Another one may get its id after its end. */
interface Seen {
  readonly pid: number;
  readonly start: string;
}

async function listDescendants(parent: number): Promise<Seen[]> {
  // A thread or a process may end while its files are read.
  const threads = await readdir(`/proc/${parent}/task`).catch(() => []);
  const lists = threads.map((thread) => readText(`/proc/${parent}/task/${thread}/children`));
  const pids = (await Promise.all(lists)).join(' ').split(' ').filter(Boolean).map(Number);
  const children = await Promise.all(pids.map(async (pid) => ({ pid, start: (await findStart(pid)) ?? '' })));
  const further = await Promise.all(pids.map(listDescendants));
  return [...children, ...further.flat()];
}

async function listLiving(seen: readonly Seen[]): Promise<Seen[]> {
  const starts = await Promise.all(seen.map(({ pid }) => findStart(pid)));
  return seen.filter(({ start }, index) => start === starts[index]);
}

/** Returns the start of a process. Undefined if it has ended, also if its new parent has not noticed yet. */
async function findStart(pid: number): Promise<string | undefined> {
  const stat = await readText(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' ? undefined : fields[19];
}

function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}
