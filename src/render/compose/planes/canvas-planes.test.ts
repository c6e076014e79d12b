import { describe, expect, it, test } from 'vitest';
import type { Plane } from '../../av/video/video-frame.ts';
import { CanvasPlanes } from './canvas-planes.ts';
import { formatRows } from './planes.fixture.ts';
import { rasterize } from './raster.ts';

const SIZE = { width: 8, height: 6 };
const WHOLE = { x: 0, y: 0, ...SIZE };

/** Returns generated pixels of a canvas as straight and as premultiplied RGBA. */
function pixels(alphaOf: (index: number) => number): { straight: Uint8Array; multiplied: Uint8Array } {
  const straight = new Uint8Array(SIZE.width * SIZE.height * 4);
  const multiplied = new Uint8Array(straight.length);
  for (let index = 0; index < straight.length / 4; index++) {
    const alpha = alphaOf(index);
    // Only 0 and 255, so that multiplying by alpha loses nothing.
    const colour = [0, 1, 2].map((channel) => ((index * 37 + channel * 91) % 256 > 127 ? 255 : 0));
    for (const [channel, value] of colour.entries()) {
      straight[index * 4 + channel] = value;
      multiplied[index * 4 + channel] = Math.round((value * alpha) / 255);
    }
    straight[index * 4 + 3] = alpha;
    multiplied[index * 4 + 3] = alpha;
  }
  return { straight, multiplied };
}

describe('a canvas has the same planes as its straight pixels if it is', () => {
  it.each<[string, (index: number) => number]>([
    ['opaque', () => 255],
    ['half transparent', () => 128],
    ['of varying alpha', (index) => (index * 53) % 256],
    ['empty', () => 0],
  ])('%s', (_, alphaOf) => {
    const { straight, multiplied } = pixels(alphaOf);
    const found = new CanvasPlanes(SIZE).read(multiplied, WHOLE);
    const expected = rasterize({ data: straight, ...SIZE }, 0, 0).planes;
    // Drops the padding of the rows.
    const numbers = (plane: Plane | undefined, width: number): number[] =>
      plane ? formatRows(plane).flatMap((row) => row.split(' ').slice(0, width).map(Number)) : [];
    // Ignores the colours of transparent pixels.
    const cover = numbers(expected.alpha, 8);
    const luma = numbers(found.y, 8).map((value, index) => (cover[index] === 0 ? 0 : value));
    const expectedLuma = numbers(expected.y, 8).map((value, index) => (cover[index] === 0 ? 0 : value));
    for (const [index, value] of luma.entries())
      expect(Math.abs(value - (expectedLuma[index] ?? NaN))).toBeLessThan(2);
    expect(numbers(found.alpha, 8)).toEqual(cover);
    // Skips the first column, because the two replace its missing left neighbour differently.
    for (const name of ['u', 'v', 'chromaAlpha'] as const) {
      const [one, other] = [numbers(found[name], 4), numbers(expected[name], 4)];
      for (const [index, value] of one.entries())
        if (index % 4 > 0) expect(Math.abs(value - (other[index] ?? NaN))).toBeLessThan(3);
    }
  });
});

test('only the area is read, and an opaque area has no alpha', () => {
  const { multiplied } = pixels((index) => (index < SIZE.width * 2 ? 0 : 255));
  const planes = new CanvasPlanes(SIZE);
  expect(planes.read(multiplied, WHOLE).alpha).toBeDefined();
  const lower = planes.read(multiplied, { x: 2, y: 2, width: 4, height: 4 });
  expect([lower.width, lower.height, lower.alpha, lower.chromaAlpha]).toEqual([4, 4, undefined, undefined]);
});
