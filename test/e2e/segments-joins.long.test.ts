import { Packet } from 'node-av';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT } from '../../src/base/logger.ts';
import { Input } from '../../src/render/av/input/input.ts';
import type { Planes } from '../../src/render/av/video/video-frame.ts';
import { BROWSER_FOLDER, obstacle } from '../../src/render/browse/browser.fixture.ts';
import { startChromium } from '../../src/render/browse/chromium.ts';
import { createBeeps, makeClip, paintNumber, readNumber } from '../media/clips.ts';
import { decodeSound, mapFrames } from '../media/decode-output.ts';
import { decodeStrictly } from '../media/decode-strictly.ts';
import { findBeeps } from '../media/play-file.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';
import { readNumbersInPage } from '../media/read-numbers-in-page.js';

const SIZE = { width: 192, height: 108 };
const RATE = 25;
const FILM_SECONDS = 25;
/** The clips of the film, one for each segment: forty joins. */
const CLIPS = 41;
const CLIP_SECONDS = 4;
/** The source seconds at which the clips begin. None continues the one before. */
const TRIMS = [0, 10, 5, 20, 15];
/** The second of each clip at which a beep begins, with a picture. */
const BEEP_AT = 0.52;
const JOINS = Array.from({ length: CLIPS - 1 }, (_, index) => (index + 1) * CLIP_SECONDS);

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
  const shared = {
    ...SIZE,
    clock: RATE,
    ticks: Array.from({ length: FILM_SECONDS * RATE }, (_, index) => index),
    keyframeEvery: 60,
  };
  const beeps = createBeeps(
    TRIMS.map((trim) => trim + BEEP_AT),
    0.1,
  );
  await makeClip(media.path('numbers.mp4'), {
    ...shared,
    paint: paintNumber,
    sound: { samples: FILM_SECONDS * 48_000, wave: beeps },
  });
  await makeClip(media.path('waves.mp4'), { ...shared, paint: paintWaves });
  await renderFilm('numbers');
  await renderFilm('waves');
});
afterAll(() => media[Symbol.asyncDispose]());

async function renderFilm(name: string): Promise<void> {
  const src = media.path(`${name}.mp4`);
  const clips = Array.from({ length: CLIPS }, (_, index) => ({
    asset: { type: 'video', src, trim: trimOf(index) },
    start: index * CLIP_SECONDS,
    length: CLIP_SECONDS,
  }));
  const edit = { timeline: { tracks: [{ clips }] }, output: { format: 'mp4', size: SIZE, fps: RATE } };
  const { segments } = await renderEdit(edit, media.path(`film-${name}.mp4`));
  expect(segments).toEqual({ reused: 0, made: CLIPS });
}

function trimOf(clip: number): number {
  return TRIMS[clip % TRIMS.length] ?? 0;
}

/** Returns the number of the source picture that an output frame shows. */
function sourceFrameOf(frame: number): number {
  const each = CLIP_SECONDS * RATE;
  return trimOf(Math.floor(frame / each)) * RATE + (frame % each);
}

describe('forty joins of segments', () => {
  it('repeat and lose no picture, and a strict decoder has nothing to say', async () => {
    const numbers = await mapFrames(media.path('film-numbers.mp4'), readNumber);
    expect(numbers).toEqual(
      Array.from({ length: CLIPS * CLIP_SECONDS * RATE }, (_, frame) => sourceFrameOf(frame)),
    );
    const strict = await decodeStrictly(media.path('film-numbers.mp4'));
    expect(strict).toMatchObject({ messages: [], hasOnlyIdrKeyframes: true, frameRates: ['25', '25'] });
    expect(strict.frameIndexes).toEqual(numbers.map((_, frame) => frame));
  });

  it('are as near to the composed pictures as all other frames', async () => {
    const composed = await mapFrames(media.path('waves.mp4'), copyLuma);
    const differences = (await mapFrames(media.path('film-waves.mp4'), copyLuma)).map((luma, frame) =>
      meanDifference(luma, composed[sourceFrameOf(frame)] ?? luma.subarray(0, 0)),
    );
    const near = new Set(JOINS.flatMap((second) => [-2, -1, 0, 1].map((shift) => second * RATE + shift)));
    const most = (isNear: boolean) =>
      Math.max(...differences.filter((_, frame) => near.has(frame) === isNear));
    // The scale is 255. The content of a frame matters more than its place.
    expect(most(false)).toBeLessThan(5);
    expect(most(true)).toBeLessThan(1.1 * most(false));
  });

  it('keep picture and sound in sync', async () => {
    const beeps = findBeeps((await decodeSound(media.path('film-numbers.mp4')))?.left ?? new Float32Array());
    expect(beeps).toHaveLength(CLIPS);
    for (const [clip, beep] of beeps.entries())
      expect(Math.abs(beep - (clip * CLIP_SECONDS + BEEP_AT))).toBeLessThan(0.005);
  });

  it('have a keyframe each, and decoding times that rise', async () => {
    const { keyframes, decodingTimes } = await readPackets(media.path('film-numbers.mp4'));
    for (const second of JOINS) expect(keyframes).toContain(second * RATE);
    expect(decodingTimes).toEqual(decodingTimes.map((_, index) => (decodingTimes[0] ?? NaN) + index));
  });

  it.skipIf(obstacle !== undefined)('can be sought in a browser', async () => {
    const chromium = await startChromium(BROWSER_FOLDER, SILENT, () => undefined);
    try {
      const page = await chromium.browser.newPage();
      const film = (await readFile(media.path('film-numbers.mp4'))).toString('base64');
      const wanted = JOINS.flatMap((second) => [
        second - 0.5 / RATE,
        second + 0.5 / RATE,
        second + 1.5 / RATE,
      ]);
      const given = { film, seconds: wanted, longest: 1 / RATE, bar: 16, bits: 12 };
      const shown = await page.evaluate(readNumbersInPage, given);
      expect(shown).toEqual(wanted.map((second) => sourceFrameOf(Math.floor(second * RATE))));
    } finally {
      await chromium.close();
    }
  });
});

/** Paints waves that move. */
function paintWaves({ y, u, v, width, height }: Planes, index: number): void {
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      y.data[row * y.stride + column] =
        125 + 60 * Math.sin((column + 3 * index) / 9) + 45 * Math.cos((row * column - 5 * index) / 500);
  for (const plane of [u, v]) plane.data.fill(128 + 40 * Math.sin(index / 20));
}

function copyLuma({ y, width, height }: Planes): Uint8Array {
  const luma = new Uint8Array(width * height);
  for (let row = 0; row < height; row++)
    luma.set(y.data.subarray(row * y.stride, row * y.stride + width), row * width);
  return luma;
}

function meanDifference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, at) => sum + Math.abs(value - (other[at] ?? NaN)), 0) / one.length;
}

/** Returns the frames that are keyframes, and the decoding times of all frames, in frames. */
async function readPackets(path: string): Promise<{ keyframes: number[]; decodingTimes: number[] }> {
  using input = await Input.open(path, 'mov');
  const { video } = input;
  if (!video) throw new Error('The film has no pictures.');
  const [keyframes, decodingTimes]: [number[], number[]] = [[], []];
  const toFrame = (time: bigint): number => (Number(time) * RATE * video.timeBase.num) / video.timeBase.den;
  using packet = new Packet();
  packet.alloc();
  while ((await input.format.readFrame(packet)) >= 0) {
    if (packet.streamIndex === video.index) {
      decodingTimes.push(toFrame(packet.dts));
      if (packet.isKeyframe) keyframes.push(toFrame(packet.pts));
    }
    packet.unref();
  }
  return { keyframes, decodingTimes };
}
