import type { ChildProcess, ForkOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeClip, paintNumber } from '../../test/media/clips.ts';
import { failureOf } from '../base/failure-of.fixture.ts';
import { SILENT } from '../base/logger.ts';
import { type Edit, packEdit, toParsedEdit } from '../edit/index.ts';
import { type FixtureServer, startFixtureServer } from '../outbound/server.fixture.ts';
import { testBrowser } from './browse/browser.fixture.ts';
import { openSources, type Sources } from './fetch/index.ts';
import { FrameSessions } from './frame-sessions.ts';
import { KnownSources } from './known-sources.ts';

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

let folder: string;
let server: FixtureServer;
let sources: Sources;
let frames: FrameSessions;
/** The files of the server by path. Without an `etag`, the server cannot say if a file has changed. */
const files: Record<string, { bytes: Buffer; etag?: string }> = {};
const clips: Buffer[] = [];
/** The server answers conditional requests when this resolves. */
let answering: Promise<unknown>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-kept-frames-'));
  const ticks = Array.from({ length: 50 }, (_, index) => index);
  for (const first of [0, 50]) {
    const clip = join(folder, 'clip.mp4');
    const paint = { width: 160, height: 90, clock: 25, ticks, paint: shifted(first) };
    await makeClip(clip, paint);
    clips.push(await readFile(clip));
  }
  server = await startFixtureServer(({ url = '', headers }, response) => {
    const { bytes, etag } = files[url] ?? {};
    if (!bytes) return response.writeHead(404).end();
    if (etag !== undefined && headers['if-none-match'] === etag)
      return void answering.then(() => response.writeHead(304).end());
    const [, from = 0, to = 0] = (/(\d+)-(\d+)/.exec(headers.range ?? '') ?? []).map(Number);
    const piece = bytes.subarray(from, to + 1);
    const range = `bytes ${from}-${from + piece.length - 1}/${bytes.length}`;
    return response
      .writeHead(206, { 'content-range': range, ...(etag !== undefined && { etag }) })
      .end(piece);
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  files['/clip.mp4'] = { bytes: clips[0]!, etag: '"1"' };
  started.children.length = 0;
  answering = Promise.resolve();
  sources = openSources({ folder: join(folder, 'cache'), allowHosts: ['127.0.0.1'] });
  frames = open();
});
afterEach(async () => {
  await frames.close();
  await sources.close();
  expect(started.children.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).not.toContain(null);
  expect((await readdir(folder)).filter((name) => name.startsWith('frame-'))).toEqual([]);
});

/** Returns a painter that shows the picture of a later tick. */
function shifted(by: number): typeof paintNumber {
  return (planes, tick, ...rest) => paintNumber(planes, tick + by, ...rest);
}

function open(more: Partial<ConstructorParameters<typeof FrameSessions>[0]> = {}): FrameSessions {
  const frameLimits = { memoryBytes: 2 ** 31, timeMs: 60_000, stallMs: 60_000 };
  const parts = { sources, browser: testBrowser(), log: SILENT } as const;
  return new FrameSessions(
    { ...parts, folder, frameLimits, ...more },
    { kind: 'frames', max: 2, known: new KnownSources() },
  );
}

function editOf(name = 'clip.mp4', length = 2): Edit {
  const asset = { type: 'video', src: `${server.url}/${name}` } as const;
  const clips = [{ asset, start: 0, length }];
  return { timeline: { tracks: [{ clips }] }, output: { format: 'mp4', size: { width: 160, height: 90 } } };
}

async function picture(at: number, edit = editOf(), owner = 'me', watermark = false): Promise<Buffer> {
  const { signal } = new AbortController();
  const frame = await frames.render(
    packEdit(toParsedEdit(edit)),
    { at, format: 'png', watermark },
    { owner, signal },
  );
  return sharp(frame.picture).removeAlpha().raw().toBuffer();
}

describe('a further frame of an edit', () => {
  it('is made by the same process, and equals the frame of a new process', async () => {
    const warm = [await picture(1), await picture(1.2), await picture(0.4)];
    expect(started.children).toHaveLength(1);
    await frames.close();
    frames = open();
    const fresh: Buffer[] = [];
    for (const at of [1, 1.2, 0.4]) {
      fresh.push(await picture(at));
      await frames.close();
      frames = open();
    }
    expect(started.children).toHaveLength(4);
    expect(warm.map((pixels, index) => pixels.equals(fresh[index]!))).toEqual([true, true, true]);
    expect(warm[0]!.equals(warm[1]!)).toBe(false);
  });

  it('gets its own process for another owner, another stage or another edit', async () => {
    const mine = await picture(1);
    expect((await picture(1, editOf(), 'other')).equals(mine)).toBe(true);
    expect((await picture(1, editOf(), 'me', true)).equals(mine)).toBe(false);
    await picture(1, editOf('clip.mp4', 1.8));
    expect(started.children).toHaveLength(4);
  });

  it('shows a source that has changed since', async () => {
    const before = await picture(1);
    files['/clip.mp4'] = { bytes: clips[1]!, etag: '"2"' };
    expect((await picture(1)).equals(before)).toBe(false);
    expect(started.children).toHaveLength(2);
    delete files['/clip.mp4'];
    expect(await failureOf(picture(1))).toContain('asset_not_found: timeline.tracks[0].clips[0].asset.src');
  });

  it('is rendered while its sources are checked for changes', async () => {
    await picture(1);
    const asked = Promise.withResolvers();
    answering = asked.promise;
    const [child] = started.children;
    vi.spyOn(child!, 'send').mockImplementationOnce((...sent) => {
      asked.resolve(0);
      return child!.send(...sent);
    });
    await picture(1.2);
    expect(started.children).toHaveLength(1);
  });

  it('gets a new process if the server does not say whether a source has changed', async () => {
    files['/clip.mp4'] = { bytes: clips[0]! };
    await picture(1);
    await picture(1);
    expect(started.children).toHaveLength(2);
  });

  it('is rejected beyond the end of the edit, and the process stays', async () => {
    await picture(1);
    expect(await failureOf(picture(3))).toBe(
      'validation_failed: There is no frame at 3 s: the edit lasts 2 s.',
    );
    await picture(1);
    expect(started.children).toHaveLength(1);
  });
});

describe('a sheet of an edit', () => {
  const sheet = async (moments: number | number[], more: object = {}): Promise<Buffer> => {
    // So wide that its two columns have the size of a frame.
    const form = { moments, columns: 2, width: 332, times: false, ...more };
    const { picture: bytes } = await frames.render(
      packEdit(toParsedEdit(editOf())),
      { sheet: form, format: 'png', watermark: false },
      { owner: 'me', signal: new AbortController().signal },
    );
    return bytes;
  };
  const part = (bytes: Buffer, left: number, top: number, height = 90): Promise<Buffer> =>
    sharp(bytes).removeAlpha().extract({ left, top, width: 160, height }).raw().toBuffer();

  it('has the frames of its moments in rows, made by one process', async () => {
    const moments = [1.2, 0.4, 1];
    const drawn = await sheet(moments);
    for (const [place, at] of moments.entries()) {
      const cell = await part(drawn, 4 + (place % 2) * 164, 4 + Math.floor(place / 2) * 94);
      expect(cell.equals(await picture(at)), `cell ${place}`).toBe(true);
    }
    expect([...new Set(await part(drawn, 168, 98))]).toEqual([38]);
    // The process of the sheet has made the frames, too.
    expect(started.children).toHaveLength(1);
  });

  it('writes the time below each frame unless it is left out', async () => {
    const form = { columns: 1, width: 168 };
    const moments = [0.5, 1];
    const [plain, written] = [await sheet(moments, form), await sheet(moments, { ...form, times: true })];
    expect((await sharp(plain).metadata()).height).toBe(192);
    expect(Math.max(...(await part(written, 4, 94, 8)))).toBeGreaterThan(120);
  });

  it('is rejected if the edit ends before a moment, or the sheet is too narrow', async () => {
    expect(await failureOf(sheet([1, 2]))).toBe(
      'validation_failed: There is no frame at 2 s: the edit lasts 2 s.',
    );
    expect(await failureOf(sheet(9, { columns: 9 }))).toMatch(
      /^validation_failed: A sheet with a width of 332/,
    );
    expect(started.children).toHaveLength(2);
  });
});

describe('a process that is kept for frames', () => {
  it('ends after the idle time', async () => {
    await frames.close();
    frames = open({ idleMs: 1 });
    await picture(1);
    const [child] = started.children;
    if (child?.signalCode === null) await once(child, 'exit');
    expect(child?.signalCode).toBe('SIGKILL');
    await picture(1);
    expect(started.children).toHaveLength(2);
  });

  it('is ended when a third edit needs one', async () => {
    for (const length of [2, 1.8, 1.6]) await picture(1, editOf('clip.mp4', length));
    const [first, second, third] = started.children.map(({ signalCode }) => signalCode);
    expect([first, second, third]).toEqual(['SIGKILL', null, null]);
  });

  it('is replaced at once if it dies, and its frame fails if the next ones die, too', async () => {
    const before = await picture(1);
    const [child] = started.children;
    child!.kill('SIGSTOP');
    const work = picture(1);
    await expect.poll(() => server.requests.at(-1)?.headers['if-none-match']).toBe('"1"');
    child!.kill('SIGKILL');
    expect((await work).equals(before)).toBe(true);
    const next = started.children[1]!;
    next.kill('SIGSTOP');
    const failing = failureOf(picture(1.2));
    next.kill('SIGKILL');
    for (const count of [3, 4]) {
      await expect.poll(() => started.children).toHaveLength(count);
      started.children[count - 1]!.kill('SIGKILL');
    }
    expect(await failing).toContain('validation_failed: The frame needs more time or memory');
  });

  it('ends when its request is cancelled, and the next frame gets a new process', async () => {
    await picture(1);
    const [child] = started.children;
    child!.kill('SIGSTOP');
    const gone = new AbortController();
    const request = { at: 1.2, format: 'png', watermark: false } as const;
    const work = frames.render(packEdit(toParsedEdit(editOf())), request, {
      owner: 'me',
      signal: gone.signal,
    });
    setTimeout(() => gone.abort(), 200);
    expect(await failureOf(work)).toBe('cancelled: The render was cancelled.');
    await picture(1.2);
    expect(started.children).toHaveLength(2);
  });

  it('is not kept if the machine is short of memory', async () => {
    const memory = vi.spyOn(process, 'availableMemory').mockReturnValue(2 ** 29);
    await picture(1);
    await expect.poll(() => started.children[0]?.signalCode).toBe('SIGKILL');
    memory.mockRestore();
  });
});
