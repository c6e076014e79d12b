import { expect, it } from 'vitest';
import { blurImage } from './blur-image.ts';

/** Returns an image that repeats a row of pixels, each a list of red, green, blue and alpha. */
function createImage(height: number, ...row: readonly (readonly number[])[]) {
  const line = row.flat();
  const data = Uint8Array.from({ length: line.length * height }, (_, index) => line[index % line.length]!);
  return { data, width: row.length, height };
}

const WHITE = [255, 255, 255, 255];
const BLACK = [0, 0, 0, 255];
const row = <Value>(count: number, value: Value): Value[] => Array<Value>(count).fill(value);

it('repeats the outermost pixels, so that edges stay opaque', async () => {
  const { data } = await blurImage(createImage(20, ...row(20, WHITE)), 4);
  expect(data.every((value) => value === 255)).toBe(true);
});

it('turns a step into a Gaussian edge: a half in its middle, a sixth one sigma away', async () => {
  const { data } = await blurImage(createImage(8, ...row(40, BLACK), ...row(40, WHITE)), 5);
  const at = (column: number): number => data[column * 4]!;
  expect((at(39) + at(40)) / 2).toBeCloseTo(127.5, -0.5);
  expect(Math.abs((at(34) + at(35)) / 2 - 255 * 0.1587)).toBeLessThan(4);
  expect(at(10)).toBe(0);
});

it('ignores the colour of transparent pixels', async () => {
  const { data } = await blurImage(createImage(8, ...row(20, [0, 255, 0, 0]), ...row(20, WHITE)), 3);
  for (let at = 18 * 4; at < 40 * 4; at += 4) expect(data[at]).toBeGreaterThan(252);
  expect(data[19 * 4 + 3]).toBeGreaterThan(80);
  expect(data[19 * 4 + 3]).toBeLessThan(128);
});
