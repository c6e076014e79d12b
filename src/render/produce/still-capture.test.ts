import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toRate } from '../../base/time.ts';
import { nameRenderFiles, type Output } from '../../edit/index.ts';
import { createVideoFrame, planesOf } from '../av/video/video-frame.ts';
import type { ComposedFrame } from '../compose/composer.ts';
import { StillCapture } from './still-capture.ts';

const SIZE = { width: 64, height: 48 };
const TIMELINE = { rate: toRate(10), frameCount: 40, outputSize: SIZE };

let folder: string;
let composed: number[];
/** The number of composed frames at each call of `onStill`. */
let reported: number[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-captured-'));
  composed = [];
  reported = [];
});
afterEach(() => rm(folder, { recursive: true }));

/** Frames whose luma grows by 2 with each index. */
const frames = {
  at(index: number): Promise<ComposedFrame> {
    composed.push(index);
    const frame = createVideoFrame(SIZE.width, SIZE.height);
    const { y, u, v } = planesOf(frame);
    y.data.fill(16 + 2 * index);
    for (const { data } of [u, v]) data.fill(128);
    return Promise.resolve({ frame, isRepeat: false });
  },
};

/** Outputs the frames 10 to 12. */
async function output(stills: Pick<Output, 'poster' | 'thumbnail'>): Promise<void> {
  const settings: Output = { format: 'mp4', quality: 'veryhigh', ...stills };
  const to = nameRenderFiles(settings, join(folder, 'a'));
  const captured = new StillCapture(frames, TIMELINE, settings, to, () => reported.push(composed.length));
  for (const frame of [10, 11, 12]) (await captured.at(frame)).frame.free();
  await captured.finish();
}

/** Returns the size of a still and the index of the frame that it shows. */
async function still(name: string): Promise<object> {
  const { data, info } = await sharp(join(folder, name)).raw().toBuffer({ resolveWithObject: true });
  const grey = data.reduce((sum, value) => sum + value, 0) / data.length;
  return { width: info.width, height: info.height, frame: (grey * 219) / 255 / 2 };
}

test('stills outside of the range are composed before and after it, each frame once and in order', async () => {
  await output({ poster: { capture: 2.5 }, thumbnail: { capture: 0.39, scale: 0.5 } });
  expect(composed).toEqual([3, 10, 11, 12, 25]);
  expect(reported).toEqual([0, 4]);
  expect(await still('a-poster.jpg')).toMatchObject({ width: 64, height: 48 });
  expect(await still('a-thumb.jpg')).toMatchObject({ width: 32, height: 24 });
});

test('stills inside the range are not composed a second time', async () => {
  await output({ poster: { capture: 1.1 }, thumbnail: { capture: 1.19, scale: 0.25 } });
  expect(composed).toEqual([10, 11, 12]);
  expect(reported).toEqual([]);
});

test.each([
  [0, 0],
  [1.19, 11],
  [3.9, 39],
  [4, 39],
  [1000, 39],
])('a still at %d s shows frame %d', async (capture, frame) => {
  await output({ poster: { capture } });
  const { frame: seen } = (await still('a-poster.jpg')) as { frame: number };
  expect(Math.abs(seen - frame)).toBeLessThan(0.6);
});

test('a thumbnail has at least one pixel', async () => {
  await output({ thumbnail: { capture: 0, scale: 0 } });
  expect(await still('a-thumb.jpg')).toMatchObject({ width: 1, height: 1 });
  expect(await readdir(folder)).toEqual(['a-thumb.jpg']);
});
