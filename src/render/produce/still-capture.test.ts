import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toRate } from '../../base/time.ts';
import { nameRenderFiles, type Output } from '../../edit/index.ts';
import { completeOutput } from '../../edit/model.ts';
import { createVideoFrame, planesOf } from '../av/video/video-frame.ts';
import type { ComposedFrame } from '../compose/composer.ts';
import { StillCapture } from './still-capture.ts';

const SIZE = { width: 64, height: 48 };
const TIMELINE = { rate: toRate(10), frameCount: 40, outputSize: SIZE };

let folder: string;
/** The frames composed for the output, and those composed in full colour. */
let composed: number[];
let stills: number[];
/** The number of closed compositions in full colour. */
let closed: number;
/** The number of composed frames at each call of `onStill`. */
let reported: number[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-captured-'));
  composed = [];
  stills = [];
  closed = 0;
  reported = [];
});
afterEach(() => rm(folder, { recursive: true }));

/** Returns a frame whose grey is twice its index. */
function grey(index: number, fullColour: boolean): ComposedFrame {
  const frame = createVideoFrame(SIZE.width, SIZE.height, fullColour);
  const { y, u, v } = planesOf(frame);
  y.data.fill(2 * index);
  for (const { data } of [u, v]) data.fill(fullColour ? 2 * index : 128);
  return { frame, isRepeat: false };
}

/** Creates the frames of an output. */
function createFrames(fullColour: boolean) {
  return {
    fullColour,
    at(index: number): Promise<ComposedFrame> {
      composed.push(index);
      return Promise.resolve(grey(index, fullColour));
    },
    openInFullColour: () => ({
      at(index: number): Promise<ComposedFrame> {
        stills.push(index);
        return Promise.resolve(grey(index, true));
      },
      [Symbol.dispose]: () => void (closed += 1),
    }),
  };
}

/** Outputs the frames 10 to 12. */
async function output(asked: Pick<Output, 'poster' | 'thumbnail'>, fullColour = false): Promise<void> {
  const settings = completeOutput({ format: 'mp4', quality: 'veryhigh', ...asked });
  const to = nameRenderFiles(settings, join(folder, 'a'));
  const frames = createFrames(fullColour);
  const onStill = (): void => void reported.push(composed.length);
  const captured = new StillCapture(frames, TIMELINE, settings, to, onStill);
  for (const frame of [10, 11, 12]) (await captured.at(frame)).frame.free();
  await captured.finish();
}

/** Returns the size of a still and the index of the frame that it shows. */
async function still(name: string): Promise<object> {
  const { data, info } = await sharp(join(folder, name)).raw().toBuffer({ resolveWithObject: true });
  const level = data.reduce((sum, value) => sum + value, 0) / data.length;
  return { width: info.width, height: info.height, frame: level / 2 };
}

test('stills outside of the range are composed before and after it', async () => {
  await output({ poster: { capture: 2.5 }, thumbnail: { capture: 0.39, scale: 0.5 } });
  expect([composed, stills, closed]).toEqual([[10, 11, 12], [3, 25], 2]);
  expect(reported).toEqual([0, 3]);
  expect(await still('a-poster.jpg')).toMatchObject({ width: 64, height: 48 });
  expect(await still('a-thumb.jpg')).toMatchObject({ width: 32, height: 24 });
});

test('stills inside the range of a video are composed once more, in full colour', async () => {
  await output({ poster: { capture: 1.1 }, thumbnail: { capture: 1.19, scale: 0.25 } });
  expect([composed, stills, closed]).toEqual([[10, 11, 12], [11], 1]);
  expect(reported).toEqual([]);
});

test('stills of an output in full colour are not composed a second time', async () => {
  await output({ poster: { capture: 1.1 }, thumbnail: { capture: 2, scale: 0.25 } }, true);
  expect([composed, stills]).toEqual([[10, 11, 12, 20], []]);
  expect(await still('a-poster.jpg')).toMatchObject({ frame: 11 });
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
