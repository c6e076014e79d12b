import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeTogether, type SharingRender } from './make-together.ts';
import { NOTHING_KEPT, type SegmentStore } from './segment-store.ts';
import type { SharedStreams, StreamToMake } from './stream-sharing.ts';

const STREAMS = [0, 1, 2, 3].map((position) => ({
  position,
  identity: `${position}`.repeat(64),
  frames: 50,
}));
const CONTENT = { identity: 'a'.repeat(64), bytes: 1, checksums: 'AAAAAA==' };
const HANDOUT = { replacements: [], transcripts: {}, sources: { a: CONTENT }, pages: {} };

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'kinora-together-'))));
afterAll(() => rm(folder, { recursive: true }));

/** Shares four streams, of which another process makes some. Returns the calls. */
function share({ store = NOTHING_KEPT, made = [] }: { store?: SegmentStore; made?: readonly number[] } = {}) {
  const waiting = STREAMS.filter(({ position }) => !made.includes(position));
  const missing = new Set(STREAMS);
  const done: number[] = [];
  const invite = vi.fn(() => Promise.resolve());
  const dispose = vi.fn(() => Promise.resolve());
  const onFailure = vi.fn();
  const shared: SharedStreams = {
    claim: () => Promise.resolve(waiting.shift()),
    report: () => undefined,
    finish: (stream) => Promise.resolve(void missing.delete(stream as (typeof STREAMS)[number])),
    invite,
    // The other process makes one stream between two looks.
    progress: () => {
      const [next] = [...missing].filter(({ position }) => made.includes(position));
      if (next && waiting.length === 0) missing.delete(next);
      return Promise.resolve({ missing: missing.size, frames: 0 });
    },
    [Symbol.asyncDispose]: dispose,
  };
  const render: SharingRender = {
    owner: 'owner',
    folder,
    store,
    onFailure,
    onFrames: () => undefined,
    signal: new AbortController().signal,
    share: () => Promise.resolve(shared),
    makers: [({ position }: StreamToMake) => Promise.resolve(void done.push(position))],
  };
  const files = new Map([['a', '/a']]);
  const run = () => makeTogether({ position: 0, streams: STREAMS, handout: HANDOUT, files }, render);
  return { run, done, invite, dispose, onFailure };
}

it('makes what others leave, and waits for what they make', async () => {
  const { run, done, invite, dispose } = share({ made: [2, 3] });
  await run();
  expect(done).toEqual([0, 1]);
  expect(invite).toHaveBeenCalledOnce();
  expect(dispose).toHaveBeenCalledOnce();
});

it('does not wait for a source that nobody needs any more', async () => {
  const keepOnce: SegmentStore['keepOnce'] = (_owner, _identity, _path, signal) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('It is over.'))),
    );
  const { run, done, invite, onFailure } = share({ store: { ...NOTHING_KEPT, keepOnce } });
  await run();
  expect(done).toEqual([0, 1, 2, 3]);
  expect(invite).not.toHaveBeenCalled();
  expect(onFailure).not.toHaveBeenCalled();
});

it('goes on alone if the others cannot help', async () => {
  const failure = new Error('The store is broken.');
  const store = { ...NOTHING_KEPT, keepOnce: () => Promise.reject(failure) };
  const { run, done, invite, onFailure } = share({ store });
  await run();
  expect(done).toEqual([0, 1, 2, 3]);
  expect(invite).not.toHaveBeenCalled();
  expect(onFailure).toHaveBeenCalledWith(failure);
});
