import { cp, readdir, readFile, truncate } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskSegments } from '../../src/hosting/segments/disk-segments.ts';
import type { SegmentStore } from '../../src/render/streams/segment-store.ts';
import { createBeeps, makeClip, paintNumber, readNumber } from '../media/clips.ts';
import { mapFrames } from '../media/decode-output.ts';
import { decodeStrictly } from '../media/decode-strictly.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';

const SIZE = { width: 160, height: 90 };

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
  for (const [name, first] of [['one.mp4', 0] as const, ['two.mp4', 200] as const])
    await makeClip(media.path(name), {
      ...SIZE,
      clock: 25,
      ticks: Array.from({ length: 100 }, (_, index) => index),
      keyframeEvery: 25,
      sound: { samples: 4 * 48_000, wave: createBeeps([1], 0.1) },
      paint: (planes, index) => paintNumber(planes, first + index),
    });
});
afterAll(() => media[Symbol.asyncDispose]());

/** Creates an edit of three clips of 4 s: one, two, one. */
function createEdit({ title = 'Title', titleStart = 5, order = ['one', 'two', 'one'], extra = {} } = {}) {
  const films = order.map((name, index) => ({
    asset: { type: 'video', src: media.path(`${name}.mp4`) },
    start: 4 * index,
    length: 4,
  }));
  const text = { type: 'text', text: title, font: { size: 12, color: '#ffffff' } };
  const titles = [{ asset: text, start: titleStart, length: 2, position: 'bottom' }];
  return {
    timeline: { tracks: [{ clips: films }, { clips: titles }], ...extra },
    output: { format: 'mp4', size: SIZE, fps: 25 },
  };
}

/** Renders an edit. Returns the bytes, and how many segments were reused and made. */
async function render(name: string, edit: unknown, store?: SegmentStore) {
  const { segments } = await renderEdit(edit, media.path(name), store);
  return { bytes: await readFile(media.path(name)), segments };
}

const openStore = (name: string) => new DiskSegments(media.path(name), 1e9);

describe('a render uses the segments of earlier ones', () => {
  it('and makes the same file, to the byte', async () => {
    const store = openStore('same');
    const plain = await render('plain.mp4', createEdit());
    const cold = await render('cold.mp4', createEdit(), store);
    const warm = await render('warm.mp4', createEdit(), store);
    expect(cold.bytes.equals(plain.bytes) && warm.bytes.equals(plain.bytes)).toBe(true);
    // The first and the last segment show the same.
    expect(warm.segments).toEqual({ reused: 3, made: 0 });
    expect(await mapFrames(media.path('warm.mp4'), readNumber)).toHaveLength(300);
    const { messages, frameIndexes } = await decodeStrictly(media.path('warm.mp4'));
    expect(messages).toEqual([]);
    expect(frameIndexes).toEqual(Array.from({ length: 300 }, (_, index) => index));
  });

  it('and makes only what is new', async () => {
    const store = openStore('variants');
    await render('first.mp4', createEdit(), store);
    for (const [name, edit, made] of [
      ['title', createEdit({ title: 'Other words' }), 1],
      ['moved', createEdit({ titleStart: 4.4 }), 1],
      ['swapped', createEdit({ order: ['two', 'one', 'one'] }), 2],
      ['sound', createEdit({ extra: { soundtrack: { src: media.path('two.mp4'), volume: 0.5 } } }), 0],
    ] as const) {
      const reused = await render(`${name}.mp4`, edit, store);
      expect([name, reused.segments?.made]).toEqual([name, made]);
      const plain = await render(`${name}-plain.mp4`, edit);
      expect(reused.bytes.equals(plain.bytes)).toBe(true);
    }
  });

  it('and takes the content of a source and not its address', async () => {
    const store = openStore('contents');
    await cp(media.path('one.mp4'), media.path('copy.mp4'));
    await render('original.mp4', createEdit(), store);
    const copied = createEdit({ order: ['copy', 'two', 'copy'] });
    expect((await render('copied.mp4', copied, store)).segments).toEqual({ reused: 3, made: 0 });
    await cp(media.path('two.mp4'), media.path('copy.mp4'));
    expect((await render('changed.mp4', copied, store)).segments?.made).toBeGreaterThan(0);
  });

  it('but not where the edit or the owner of the store forbids it', async () => {
    const store = openStore('forbidden');
    const uncached = createEdit({ extra: { cache: false } });
    await render('uncached.mp4', uncached, store);
    await expect(readdir(media.path('forbidden'))).rejects.toThrow('ENOENT');
    await render('kept.mp4', createEdit(), store);
    expect((await render('uncached.mp4', uncached, store)).segments?.reused).toBe(0);
    expect(await store.find('another owner', 'a'.repeat(64), media.path('stolen'))).toBe(false);
  });
});

it('a damaged segment is made again', async () => {
  const store = openStore('damaged');
  const { bytes } = await render('whole.mp4', createEdit(), store);
  for (const name of await readdir(media.path('damaged'))) await truncate(media.path(`damaged/${name}`), 100);
  const again = await render('again.mp4', createEdit(), store);
  expect(again.bytes.equals(bytes)).toBe(true);
  expect((await render('warm.mp4', createEdit(), store)).segments).toEqual({ reused: 3, made: 0 });
});

it('a store that fails does not fail the render', async () => {
  const fail = () => Promise.reject(new Error('The store is broken.'));
  const { bytes } = await render('alone.mp4', createEdit());
  const broken = await render('broken.mp4', createEdit(), {
    find: fail,
    open: fail,
    keep: fail,
    keepOnce: fail,
    remove: fail,
  });
  expect(broken.bytes.equals(bytes)).toBe(true);
});
