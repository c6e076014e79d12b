import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillRect, makeAlphaClip, makeClip } from '../../../../test/media/clips.ts';
import { createMediaFolder } from '../../../../test/media/render-edit.ts';
import { failureOf } from '../../../base/failure-of.fixture.ts';
import { toRate } from '../../../base/time.ts';
import type { RenditionTransformation } from '../../../ingest/model.ts';
import { makeFile } from '../make-file.fixture.ts';
import type { RenditionFile } from '../rendition.ts';
import { gifQualityOf, gifRateOf } from './gif-settings.ts';

let folder: Awaited<ReturnType<typeof createMediaFolder>>;
const file = (name: string): string => folder.path(name);

beforeAll(async () => {
  folder = await createMediaFolder();
  await makeAlphaClip(file('alpha.mkv'), { width: 96, height: 48 }, 5);
  await makeClip(file('video.mp4'), {
    width: 96,
    height: 48,
    clock: 50,
    ticks: Array.from({ length: 20 }, (_, index) => index),
    // A red picture that becomes blue from frame 10 on.
    paint: (planes, index) => fillRect(planes, [0, 0, 96, 48], index < 10 ? [63, 102, 240] : [32, 240, 118]),
  });
  const frames = Buffer.concat(
    [250, 120, 0].map((red) => Buffer.alloc(20 * 10 * 4, Buffer.from([red, 0, 0, 255]))),
  );
  await sharp(frames, { raw: { width: 20, height: 30, channels: 4, pageHeight: 10 } })
    .gif({ delay: [100, 200, 300], loop: 3 })
    .toFile(file('animation.gif'));
});

afterAll(async () => {
  await folder[Symbol.asyncDispose]();
});

function convert(source: string, transformation: RenditionTransformation): Promise<RenditionFile> {
  const to = { folder: file('.'), name: 'rendition' };
  const job = { path: file(source), transformation: { ...transformation, format: 'gif' as const }, to };
  return makeFile(job);
}

async function playbackOf(path: string): Promise<{ delay: number[]; loop: number }> {
  const { delay = [], loop = -1 } = await sharp(path).metadata();
  return { delay, loop };
}

/** Returns red, green, blue and alpha of a pixel of a frame. */
async function pixelAt(path: string, page: number, left: number, top: number): Promise<number[]> {
  const at = { left, top, width: 1, height: 1 };
  return [...(await sharp(path, { page }).extract(at).ensureAlpha().raw().toBuffer())];
}

describe('the GIF of a video', () => {
  it('has half of its frames if it has 50 a second, and plays forever', async () => {
    const made = await convert('video.mp4', { size: { width: 48 } });
    expect(made).toMatchObject({ extension: '.gif', width: 48, height: 24, duration: 0.4, fps: 25 });
    expect(await playbackOf(made.path)).toEqual({ delay: Array<number>(10).fill(40), loop: 0 });
    const [red, , blue] = await pixelAt(made.path, 1, 20, 10);
    expect([(red ?? 0) > 240, (blue ?? 0) < 15]).toEqual([true, true]);
    const [redAfter, , blueAfter] = await pixelAt(made.path, 7, 20, 10);
    expect([(redAfter ?? 0) < 15, (blueAfter ?? 0) > 240]).toEqual([true, true]);
  });

  it('has the requested rate and speed', async () => {
    const made = await convert('video.mp4', { fps: 12, speed: { speed: 0.4 } });
    expect(made).toMatchObject({ width: 96, height: 48, duration: 1, fps: 12 });
    const { delay } = await playbackOf(made.path);
    expect(delay.length).toBe(12);
    expect(delay.reduce((sum, length) => sum + length, 0)).toBe(1000);
  });

  it('has an odd size if that is requested', async () => {
    const made = await convert('video.mp4', { size: { width: 33, height: 45 }, fit: 'contain' });
    expect(made).toMatchObject({ width: 33, height: 45 });
    expect(await sharp(made.path).metadata()).toMatchObject({ width: 33, height: 45 });
  });

  it('keeps pixels that are transparent, and makes half-transparent ones opaque', async () => {
    const made = await convert('alpha.mkv', {});
    expect(made).toMatchObject({ width: 96, height: 48, duration: 0.2, fps: 25 });
    for (const page of [0, 3]) {
      const alphas = await Promise.all([16, 48, 80].map((left) => pixelAt(made.path, page, left, 20)));
      expect(alphas.map(([, , , alpha]) => alpha)).toEqual([0, 255, 255]);
      expect(alphas[2]?.[0]).toBeGreaterThan(240);
    }
    expect(await playbackOf(made.path)).toEqual({ delay: Array<number>(5).fill(40), loop: 0 });
  });
});

describe('the GIF of an animated image', () => {
  it('keeps its frames, their times and the number of plays', async () => {
    const made = await convert('animation.gif', { size: { height: 20 } });
    expect(made).toMatchObject({ width: 40, height: 20, duration: 0.6, fps: 5 });
    expect(await playbackOf(made.path)).toEqual({ delay: [100, 200, 300], loop: 3 });
  });

  it('has the times of a constant rate if one is requested', async () => {
    const made = await convert('animation.gif', { fps: 25, speed: { speed: 2 } });
    expect(made).toMatchObject({ fps: 25 });
    const { delay } = await playbackOf(made.path);
    // Equal pictures are merged: 0.05, 0.1 and 0.15 s in twenty-fifths.
    expect(delay).toEqual([40, 120, 160]);
    expect(made.duration).toBe(0.32);
  });
});

it('the GIF of a picture keeps its transparent pixels', async () => {
  const create = { width: 20, height: 20, channels: 4, background: '#0000' } as const;
  const input = { create: { width: 10, height: 20, channels: 4, background: '#00f' } } as const;
  await sharp({ create })
    .composite([{ input, left: 0, top: 0 }])
    .png()
    .toFile(file('picture.png'));
  const made = await convert('picture.png', {});
  expect(made).toMatchObject({ width: 20, height: 20 });
  expect(await pixelAt(made.path, 0, 5, 5)).toEqual([0, 0, 255, 255]);
  expect((await pixelAt(made.path, 0, 15, 5))[3]).toBe(0);
});

it('a speed of 0 is rejected', async () => {
  expect(await failureOf(convert('video.mp4', { speed: { speed: 0 } }))).toMatch(
    /^validation_failed: At a speed of 0/,
  );
});

describe('the settings of a GIF', () => {
  it.each([
    [undefined, 60, 15],
    [undefined, 29.97, 14.985],
    [undefined, 24, 24],
    [undefined, 12.5, 12.5],
    [60, 25, 50],
    [12, 25, 12],
  ])('with %s fps of a source with %d fps have %d fps', (requested, source, rate) => {
    expect(gifRateOf(requested, toRate(source)).valueOf()).toBeCloseTo(rate, 4);
  });

  it('have five qualities', () => {
    expect([1, 20, 21, 40, undefined, 61, 81, 100].map((quality) => gifQualityOf(quality))).toEqual([
      ...['verylow', 'verylow', 'low', 'low', 'medium', 'high', 'veryhigh', 'veryhigh'],
    ]);
  });
});
