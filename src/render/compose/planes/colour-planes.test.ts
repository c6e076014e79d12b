import { describe, expect, it, test } from 'vitest';
import { createVideoFrame, planesOf } from '../../av/video/video-frame.ts';
import { CanvasPlanes } from './canvas-planes.ts';
import { divideByAlpha, splitColours } from './colour-planes.ts';
import { fill, paint } from './paint.ts';
import { rasterize, type RgbaPixels } from './raster.ts';

/** Returns pixels in which no two neighbours have the same colour. */
function colourful(width: number, height: number, alphaOf: (index: number) => number): RgbaPixels {
  const data = new Uint8Array(4 * width * height);
  for (let index = 0; index < width * height; index++)
    data.set([(index * 37) % 256, (index * 91) % 256, (index * 53) % 256, alphaOf(index)], 4 * index);
  return { data, width, height };
}

/** Returns the colours of planes as RGB, without padding. */
function toRgb(planes: ReturnType<typeof planesOf>): number[] {
  const { y: green, u: blue, v: red, width, height } = planes;
  return Array.from({ length: 3 * width * height }, (_, index) => {
    const plane = [red, green, blue][index % 3]!;
    const pixel = Math.floor(index / 3);
    return plane.data[Math.floor(pixel / width) * plane.stride + (pixel % width)]!;
  });
}

function rgbOf({ data }: RgbaPixels): number[] {
  return [...data].filter((_, index) => index % 4 !== 3);
}

describe.each([
  [1, 1],
  [16, 3],
  [37, 21],
])('%d x %d pixels in full colour', (width, height) => {
  it('are split without changing a sample', () => {
    const pixels = colourful(width, height, () => 255);
    const planes = splitColours(pixels);
    expect(toRgb(planes)).toEqual(rgbOf(pixels));
    expect([planes.alpha, planes.chromaAlpha, planes.fullColour]).toEqual([undefined, undefined, true]);
  });

  it('keep their alpha for every colour', () => {
    const planes = splitColours(colourful(width, height, (index) => (index * 29) % 255));
    const expected = Array.from({ length: width * height }, (_, index) => (index * 29) % 255);
    expect([...planes.alpha!.data]).toEqual(expected);
    expect(planes.chromaAlpha).toBe(planes.alpha);
  });

  it('are painted exactly at an odd place of a frame', () => {
    using frame = createVideoFrame(width + 4, height + 4, true);
    const output = planesOf(frame);
    fill(output, '#123456');
    const pixels = colourful(width, height, () => 255);
    const image = rasterize(pixels, 3, 1, { ...output, fullColour: true });
    expect([image.x, image.y]).toEqual([3, 1]);
    paint(output, image, { x: 0, y: 0, width: output.width, height: output.height }, 1);
    const found = toRgb(output);
    const at = (x: number, y: number): number[] => found.slice(3 * (y * output.width + x)).slice(0, 3);
    expect(at(2, 1)).toEqual([0x12, 0x34, 0x56]);
    expect(at(3, 1)).toEqual(rgbOf(pixels).slice(0, 3));
    expect(at(width + 2, height)).toEqual(rgbOf(pixels).slice(-3));
    expect(at(width + 3, height)).toEqual([0x12, 0x34, 0x56]);
  });
});

test('a canvas in full colour has its straight colours', () => {
  const size = { width: 20, height: 12 };
  const straight = colourful(20, 12, (index) => [255, 128, 0, 3][index % 4]!);
  const premultiplied = straight.data.map((value, index) =>
    index % 4 === 3 ? value : Math.round((value * straight.data[index - (index % 4) + 3]!) / 255),
  );
  const area = { x: 3, y: 1, width: 15, height: 10 };
  const planes = new CanvasPlanes(size, true).read(Uint8Array.from(premultiplied), area);
  expect(planes).toMatchObject({ width: 15, height: 10, fullColour: true });
  for (let y = 0; y < 10; y++) {
    for (let x = 0; x < 15; x++) {
      const from = 4 * ((y + 1) * 20 + x + 3);
      const alpha = straight.data[from + 3]!;
      expect(planes.alpha!.data[y * planes.alpha!.stride + x]).toBe(alpha);
      // A sample of an alpha of 128 is rounded to 2 steps. One of 3 has three steps in all.
      const limit = { 255: 0, 128: 1, 3: 43, 0: 255 }[alpha]!;
      for (const [channel, plane] of [planes.v, planes.y, planes.u].entries()) {
        const off = Math.abs(plane.data[y * plane.stride + x]! - straight.data[from + channel]!);
        expect(off).toBeLessThanOrEqual(limit);
      }
    }
  }
});

test('an opaque canvas in full colour has no alpha', () => {
  const { data } = colourful(16, 4, () => 255);
  const planes = new CanvasPlanes({ width: 16, height: 4 }, true).read(Uint8Array.from(data), {
    x: 0,
    y: 0,
    width: 16,
    height: 4,
  });
  expect([planes.alpha, planes.chromaAlpha]).toEqual([undefined, undefined]);
});

test('samples above their alpha are clamped when they are divided', () => {
  const row = Uint8Array.of(10, 100, 7, 200);
  divideByAlpha(Uint8Array.of(20, 50, 0, 255), [row]);
  expect([...row]).toEqual([128, 255, 7, 200]);
});
