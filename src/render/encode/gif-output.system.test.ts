import { mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { toRate } from '../../base/time.ts';
import { createVideoFrame, type Planes, planesOf } from '../av/video/video-frame.ts';
import { GifWriter } from './gif-writer.ts';
import { GifOutput } from './gif-output.ts';
import type { OutputFileSettings } from './output-file.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kinora-gif-'));
});

afterAll(() => rm(folder, { recursive: true }));

type Given = Partial<OutputFileSettings> & { readonly fps?: number };

/** Writes a GIF with a number of pictures. `paint` receives grey pictures. */
async function writeGif(
  name: string,
  { fps = 25, width = 64, height = 48, ...given }: Given,
  pictures: number,
  paint: (planes: Planes, index: number) => void,
): Promise<string> {
  const path = join(folder, name);
  const shape = {
    width,
    height,
    rate: toRate(fps),
    hasSound: false,
    quality: 'medium',
    encoder: 'few threads',
    loops: true,
  } as const;
  await using gif = await GifOutput.open(path, { ...shape, ...given });
  for (let index = 0; index < pictures; index++) {
    const frame = createVideoFrame(width, height);
    const planes = planesOf(frame);
    for (const plane of [planes.y, planes.u, planes.v]) plane.data.fill(128);
    paint(planes, index);
    await gif.writeFrame(frame);
  }
  await gif.finish();
  return path;
}

function meanOf(samples: Uint8Array): number {
  return samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
}

/** Returns red, green and blue of every pixel of a picture. */
async function readPixels(path: string, page: number): Promise<Buffer> {
  return sharp(path, { page }).removeAlpha().raw().toBuffer();
}

test.skipIf(process.platform !== 'linux')('a file that cannot be written is closed', async () => {
  const held = async (): Promise<number> => {
    const names = await readdir('/proc/self/fd');
    const files = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
    return files.filter((file) => file === '/dev/full').length;
  };
  await expect(GifWriter.create('/dev/full', { width: 2, height: 2 }, true)).rejects.toThrow('ENOSPC');
  expect(await held()).toBe(0);
});

describe('other programs read exactly the written pixels:', () => {
  let seed = 1;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };

  it.each<[string, number, number, (at: number) => number]>([
    ['noise of all colours', 7, 255, () => random(255)],
    ['noise of two colours', 1, 2, () => random(2)],
    ['one colour', 7, 1, () => 0],
    ['rows that are all the same', 7, 200, (at) => at % 200],
    ['four colours in long runs', 2, 3, (at) => Math.floor(at / 997) % 3],
  ])('%s', async (name, depth, count, index) => {
    const [width, height] = [301, 203];
    const colours = Uint8Array.from({ length: 3 * 2 ** (depth + 1) }, (_, at) => (at * 37) % 256);
    const indexes = Uint8Array.from({ length: width * height }, (_, at) => index(at));
    const path = join(folder, `${name}.gif`);
    await using file = await GifWriter.create(path, { width, height }, true);
    const part = { x: 0, y: 0, width, height, indexes, colours, transparent: count, delay: 4 };
    await file.writeImage(part);
    await file.finish();
    const expected = [...indexes].flatMap((at) => [...colours.subarray(3 * at, 3 * at + 3)]);
    expect((await readPixels(path, 0)).equals(Buffer.from(expected))).toBe(true);
  });
});

describe('the file has every picture and the exact total duration', () => {
  it.each<[number, number, number[]]>([
    [25, 10, [40, 40, 40, 40, 40, 40, 40, 40, 40, 40]],
    [50, 4, [20, 20, 20, 20]],
    [30, 6, [30, 40, 30, 30, 40, 30]],
    [48, 6, [20, 20, 20, 20, 20, 30]],
    [12, 4, [80, 90, 80, 80]],
    [24_000 / 1001, 5, [40, 40, 50, 40, 40]],
  ])('at %s frames per second', async (fps, pictures, delays) => {
    const path = await writeGif(`${fps}.gif`, { fps }, pictures, ({ y }, index) =>
      y.data.fill(20 + 20 * index),
    );
    const { pages, delay } = await sharp(path).metadata();
    expect([pages, delay]).toEqual([pictures, delays]);
  });

  test('also after a minute at 29.97 frames per second', async () => {
    const path = await writeGif('minute.gif', { fps: 29.97, width: 2, height: 2 }, 1798, () => undefined);
    const { pages, delay } = await sharp(path).metadata();
    expect(pages).toBe(1798);
    expect(delay?.reduce((sum, one) => sum + one, 0)).toBe(59_990);
  });
});

test('it plays forever or once', async () => {
  const paint = ({ y }: Planes, index: number): unknown => y.data.fill(50 * index);
  const [ever, once] = await Promise.all(
    [true, false].map((repeat) => writeGif(`repeat-${repeat}.gif`, { loops: repeat }, 3, paint)),
  );
  expect((await sharp(ever).metadata()).loop).toBe(0);
  expect((await sharp(once).metadata()).loop).toBe(1);
});

test('still pictures need almost no space', async () => {
  const ramp = ({ y, width, height }: Planes): void => {
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) y.data[row * y.stride + column] = 16 + column + row;
  };
  const one = await writeGif('one.gif', {}, 1, ramp);
  const many = await writeGif('many.gif', {}, 101, ramp);
  expect(((await stat(many)).size - (await stat(one)).size) / 100).toBeLessThan(50);
  expect((await readPixels(many, 100)).equals(await readPixels(one, 0))).toBe(true);
});

test('only changes are drawn, and the rest stays even if the palette changes', async () => {
  // 25 pictures share a palette. The last colours are only in the third palette.
  const path = await writeGif('parts.gif', {}, 55, (planes, index) => {
    if (index >= 52) planes.y.data.fill(235, 10 * planes.y.stride + 6, 10 * planes.y.stride + 14);
  });
  const [before, after] = [await readPixels(path, 51), await readPixels(path, 54)];
  const changed = [...after.keys()].filter((at) => after[at] !== before[at]).map((at) => Math.floor(at / 3));
  const inside = (pixel: number): boolean => {
    const [x, y] = [pixel % 64, Math.floor(pixel / 64)];
    return x >= 6 && x < 14 && y >= 10 && y < 12;
  };
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.filter((pixel) => !inside(pixel))).toEqual([]);
});

describe('the quality', () => {
  const slow = ({ y }: Planes, index: number): unknown => y.data.fill(100 + index);
  /** Returns how many of 24 pictures, each a step lighter, are drawn again. */
  const drawn = async (quality: OutputFileSettings['quality']): Promise<number> => {
    const path = await writeGif(`slow-${quality}.gif`, { quality }, 24, slow);
    const lights = await Promise.all(
      Array.from({ length: 24 }, async (_, at) => meanOf(await readPixels(path, at))),
    );
    return new Set(lights).size;
  };

  it('limits the error of a picture, also in slow changes', async () => {
    expect(await drawn('veryhigh')).toBe(24);
    expect(await drawn('medium')).toBe(5);
    expect(await drawn('verylow')).toBe(3);
  });

  it('leaves no traces of moving things', async () => {
    const path = await writeGif('passed.gif', {}, 6, ({ y }, index) => {
      if (index >= 1 && index < 3) y.data.fill(131);
    });
    const lights = await Promise.all(
      [0, 1, 2, 3, 5].map(async (at) => (await readPixels(path, at))[0] ?? NaN),
    );
    const [first, , standing, , last] = lights;
    expect(standing).toBeGreaterThan(first ?? NaN);
    expect(last).toBe(first);
  });

  it('keeps flat colours exactly at every quality', async () => {
    for (const quality of ['verylow', 'medium', 'veryhigh'] as const) {
      const path = await writeGif(`flat-${quality}.gif`, { quality }, 1, ({ y, width }) => {
        for (const at of y.data.keys()) y.data[at] = at % y.stride < width / 2 ? 40 : 200;
      });
      const found = await readPixels(path, 0);
      const [dark, light] = [Math.round(((40 - 16) / 219) * 255), Math.round(((200 - 16) / 219) * 255)];
      expect(Math.abs((found[0] ?? 0) - dark)).toBeLessThanOrEqual(1);
      expect(Math.abs((found[63 * 3] ?? 0) - light)).toBeLessThanOrEqual(1);
      expect(new Set(found).size).toBe(2);
    }
  });
});

test('dithering keeps the mean of every part of a gradient', async () => {
  for (const quality of ['verylow', 'medium'] as const) {
    const path = await writeGif(`ramp-${quality}.gif`, { quality, width: 256, height: 64 }, 1, (planes) => {
      for (const at of planes.y.data.keys()) planes.y.data[at] = 16 + ((at % planes.y.stride) * 219) / 255;
      for (const at of planes.u.data.keys()) planes.u.data[at] = 90 + ((at % planes.u.stride) * 76) / 127;
    });
    const found = await readPixels(path, 0);
    for (let x = 16; x < 240; x += 16) {
      let green = 0;
      for (let row = 0; row < 64; row++)
        for (let column = 0; column < 16; column++)
          green += (found[(row * 256 + x + column) * 3 + 1] ?? 0) / 1024;
      // BT.709 green from the mean luma and U of these 16 columns.
      const u = 90 + (((x + 7.5) / 2) * 76) / 127 - 128;
      const expected = x + 7.5 - (255 / 224) * 0.1873 * u;
      expect(Math.abs(green - expected), `${quality} at ${x}`).toBeLessThan(3);
    }
  }
});
