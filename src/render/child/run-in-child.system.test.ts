import { type ChildProcess, fork, type ForkOptions, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { KinoraError } from '../../base/errors.ts';
import { SILENT } from '../../base/logger.ts';
import type { Edit } from '../../edit/index.ts';
import { failureOf } from '../../base/failure-of.fixture.ts';
import { HardwareFailed } from '../media/hardware.ts';
import type { OutputRequest, RenderResult } from '../produce/produce-job.ts';
import type { RenderProgress } from '../produce/progress.ts';
import { type ChildOptions, openPooledChild, runInPooledChild } from './run-in-child.ts';
import { sentEdit } from './sent-edit.fixture.ts';
import type { SentJob } from './tasks.ts';
import type { ProcessLimits } from './watchdog.ts';

const CHILD = fileURLToPath(new URL('./child.ts', import.meta.url));
const FIXTURE = fileURLToPath(new URL('./child.fixture.ts', import.meta.url));

/** The started processes, and the program to start instead of the real one. */
const started = vi.hoisted(() => ({
  children: [] as ChildProcess[],
  program: undefined as string | undefined,
}));

vi.mock('node:child_process', async (original) => {
  const actual = await original<typeof import('node:child_process')>();
  const fork = (program: string, args: readonly string[], options: ForkOptions): ChildProcess => {
    const child = actual.fork(started.program ?? program, args, options);
    started.children.push(child);
    return child;
  };
  return { ...actual, fork };
});

const PLENTY: ProcessLimits = { memoryBytes: 2 ** 50, timeMs: 60_000, stallMs: 60_000 };

const EDIT: Edit = {
  timeline: { tracks: [{ clips: [{ asset: { type: 'text', text: 'H' }, start: 0, length: 2 }] }] },
  output: { format: 'mp4', size: { width: 64, height: 36 } },
};

let folder: string;
beforeEach(async () => {
  started.children.length = 0;
  started.program = FIXTURE;
  folder = await mkdtemp(join(tmpdir(), 'kinora-isolate-'));
});
afterEach(async () => {
  for (const child of started.children) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

function job(edit = EDIT, kind: SentJob['kind'] = 'output'): SentJob {
  return { kind, edit: sentEdit(edit), files: {}, dialect: 'interface', watermark: false, folder };
}

function request(output: string): OutputRequest {
  return { step: 'output', to: { output } };
}

/** Renders a file in a process of its own. */
async function render(output: string, given: ChildOptions, edit = EDIT): Promise<RenderResult> {
  return runInPooledChild(openPooledChild(job(edit), given), request(output), 'end', given);
}

function options(given: Partial<ChildOptions> = {}): ChildOptions {
  return {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    log: SILENT,
    limits: PLENTY,
    ...given,
  };
}

/** Runs a job and calls `when` at each progress report. */
function interrupted(to: string, when: () => void, given: Partial<ChildOptions> = {}): Promise<unknown> {
  return render(to, options({ onProgress: () => when(), ...given }));
}

/** Returns how each process ended: its signal or its exit code. */
function ends(): unknown[] {
  return started.children.map(({ exitCode, signalCode }) => signalCode ?? exitCode);
}

describe('the outcome of a process', () => {
  test('is its result, after its progress', async () => {
    const progress: RenderProgress[] = [];
    const produced = await render('finish', options({ onProgress: (now) => progress.push(now) }));
    expect(produced).toEqual({ duration: 0.08, frames: 2, width: 4, height: 6, warnings: [] });
    expect(progress.map(({ phase, frame, frames }) => [phase, frame, frames])).toEqual([
      ['rendering', 1, 2],
      ['rendering', 2, 2],
    ]);
    expect(ends()).toEqual([0]);
  });

  test('is its error, with the details for the operator as the cause', async () => {
    const work = render('fail', options());
    expect(await failureOf(work)).toBe('asset_not_media: It is not a media file.');
    await expect(work).rejects.toHaveProperty('cause', 'the stack');
    await expect(work).rejects.not.toBeInstanceOf(HardwareFailed);
  });

  test('is HardwareFailed if the hardware encoder failed', async () => {
    const work = render('fail by hardware', options());
    await expect(work).rejects.toBeInstanceOf(HardwareFailed);
    await expect(work).rejects.toMatchObject({ code: 'render_crashed', cause: 'the driver' });
  });
});

test('a process gets the job, but neither the environment nor the Node options of its parent', async () => {
  process.execArgv.push('--title=ours');
  const work = render('report', options());
  process.execArgv.pop();
  const message = (await failureOf(work)).replace('internal: ', '');
  expect(JSON.parse(message)).toEqual({
    env: {
      DISABLE_SYSTEM_FONTS_LOAD: '1',
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '1000000',
      SVT_LOG: '1',
    },
    execArgv: ['--initial-heap-size=128'],
    job: {
      ...job(),
      edit: { replacements: [] },
      containment: { access: { read: [], write: [folder], devices: [] }, isRequired: false },
    },
    request: request('report'),
    isLast: true,
  });
});

describe('a process that ends without an outcome', () => {
  const CRASHED = 'render_crashed: The render process ended unexpectedly.';

  it.each<[string, string]>([
    ['exit', 'exit code 3\na complaint\n'],
    ['exit quietly', 'exit code 0\n'],
  ])('has crashed: %s', async (to, cause) => {
    const logged = vi.fn();
    const work = render(to, options({ log: { ...SILENT, error: logged } }));
    expect(await failureOf(work)).toBe(CRASHED);
    await expect(work).rejects.toHaveProperty('cause', cause);
    const [how, stderr = ''] = cause.split(/\n(?=.)/);
    expect(logged.mock.calls).toEqual([
      [{ how: how?.trim(), stderr }, 'A render process ended without an outcome.'],
    ]);
  });

  test('has crashed if it was killed from outside, and its work can be retried', async () => {
    const work = interrupted('hang', () => process.kill(started.children[0]!.pid!, 'SIGKILL'));
    expect(await failureOf(work)).toBe(CRASHED);
    await expect(work).rejects.toMatchObject({ retry: true, cause: 'SIGKILL\n' });
  });
});

describe('a render that is cancelled', () => {
  test('ends its process', async () => {
    const cancel = new AbortController();
    const work = interrupted('hang', () => cancel.abort(), { signal: cancel.signal });
    expect(await failureOf(work)).toBe('cancelled: The render was cancelled.');
    expect(ends()).toEqual(['SIGKILL']);
  });

  test('is not a crash, even if the process learns of it before its parent', async () => {
    const cancel = new AbortController();
    const killAll = (): void => {
      process.kill(started.children[0]!.pid!, 'SIGINT');
      setTimeout(() => cancel.abort(), 50);
    };
    const work = interrupted('hang', killAll, { signal: cancel.signal });
    expect(await failureOf(work)).toBe('cancelled: The render was cancelled.');
  });

  test('starts no process if it was cancelled before', async () => {
    const work = render('finish', options({ signal: AbortSignal.abort() }));
    expect(await failureOf(work)).toBe('cancelled: The render was cancelled.');
    expect(started.children).toEqual([]);
  });
});

describe('a process is killed', () => {
  it.each<[string, Partial<ProcessLimits>, string]>([
    ['takes too long', { timeMs: 1 }, 'render_timed_out'],
    // The first check sees what it computes to begin. It has to wait for some checks after that.
    ['makes no progress', { stallMs: 600 }, 'render_stalled'],
  ])('if it %s', async (_, limits, code) => {
    const work = render('hang', options({ limits: { ...PLENTY, ...limits } }));
    expect((await failureOf(work)).split(':')[0]).toBe(code);
    expect(ends()).toEqual(['SIGKILL']);
  });

  test('if its time, which can start before it does, is over', async () => {
    const limits = { ...PLENTY, timeMs: 600_000 };
    const began = performance.now() - limits.timeMs;
    const work = render('hang', options({ limits, began }));
    expect(await failureOf(work)).toBe(
      'render_timed_out: The work took longer than 10 minutes and was stopped.',
    );
  });

  test.runIf(process.platform === 'linux')('if it uses too much memory', async () => {
    const work = render('hang', options({ limits: { ...PLENTY, memoryBytes: 2 ** 20 } }));
    expect((await failureOf(work)).split(':')[0]).toBe('render_out_of_memory');
    expect(ends()).toEqual(['SIGKILL']);
  });

  test('without effect on other processes', async () => {
    const other = render('finish', options());
    const work = render('hang', options({ limits: { ...PLENTY, timeMs: 1 } }));
    await expect(work).rejects.toBeInstanceOf(KinoraError);
    expect((await other).frames).toBe(2);
  });
});

describe('the real process', () => {
  beforeEach(() => {
    started.program = undefined;
  });

  test('renders a frame', async () => {
    const to = join(folder, 'frame.png');
    const child = openPooledChild(job(EDIT, 'frames'), options());
    const produced = await runInPooledChild(child, { ...request(to), at: 1 }, 'end', options());
    expect(produced).toEqual({ frames: 1, width: 64, height: 36, warnings: [] });
    expect((await readFile(to)).subarray(1, 4).toString()).toBe('PNG');
  });

  test('renders a frame of an edit of megabytes', async () => {
    const to = join(folder, 'frame.png');
    const opacity = Array.from({ length: 50_000 }, (_, start) => ({ from: 1, to: 1, start, length: 1 }));
    const { asset } = EDIT.timeline.tracks[0]!.clips[0]!;
    const edit: Edit = {
      ...EDIT,
      timeline: { tracks: [{ clips: [{ asset, start: 0, length: 9, opacity }] }] },
    };
    const child = openPooledChild(job(edit, 'frames'), options());
    const produced = await runInPooledChild(child, { ...request(to), at: 1 }, 'end', options());
    expect(produced).toMatchObject({ frames: 1 });
  });

  test('reports why it cannot render', async () => {
    const asset = { type: 'text', text: 'H', font: { family: 'Robotto' } } as const;
    const edit: Edit = { ...EDIT, timeline: { tracks: [{ clips: [{ asset, start: 0, length: 2 }] }] } };
    const message = await failureOf(render(join(folder, 'a.mp4'), options(), edit));
    expect(message.split(':')[0]).toBe('font_not_found');
    expect(message).toContain('Robotto');
  });

  test('ends in the middle of its work if its parent dies', async () => {
    const clip = { asset: { type: 'text', text: 'H' }, start: 0, length: 1_000_000 } as const;
    const edit: Edit = { ...EDIT, timeline: { tracks: [{ clips: [clip] }] } };
    const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'ipc'];
    const child = fork(CHILD, [String(process.pid)], { env: {}, execArgv: [], stdio });
    child.on('message', ({ progress }: { progress?: RenderProgress }) => {
      // Close the channel, as the death of the parent would.
      if (progress?.frame !== undefined && child.connected) child.disconnect();
    });
    const containment = { access: { read: [], write: [folder], devices: [] }, isRequired: false };
    child.send({ ...job(edit), containment });
    child.send({ kind: 'step', request: request(join(folder, 'long.mp4')), isLast: true });
    await once(child, 'exit');
    expect(ends()).toEqual([0]);
  });
});
