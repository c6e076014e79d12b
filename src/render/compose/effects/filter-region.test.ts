import { expect, it } from 'vitest';
import type { RegionValues } from '../../grade/filter-values.ts';
import { mixRegion } from './filter-region.ts';

const SIZE = { width: 40, height: 20 };
const fill = (value: number, alpha = 255) => ({
  ...SIZE,
  data: Uint8ClampedArray.from({ length: 4 * SIZE.width * SIZE.height }, (_, at) =>
    at % 4 === 3 ? alpha : value,
  ),
});
const place = { visible: { x: 0, y: 0, ...SIZE }, perPixel: 1 };

function mix(region: RegionValues, before = fill(0), after = fill(200)): (x: number, y: number) => number[] {
  const { data } = mixRegion(before, after, region, place);
  return (x, y) => [...data.subarray(4 * (y * SIZE.width + x), 4 * (y * SIZE.width + x) + 4)];
}

it('changes a rectangle in fractions of the picture, to the pixel', () => {
  const at = mix({ x: 0.25, y: 0.5, width: 0.5, height: 0.25 });
  expect(at(10, 10)).toEqual([200, 200, 200, 255]);
  expect(at(29, 14)).toEqual([200, 200, 200, 255]);
  for (const [x, y] of [
    [9, 10],
    [30, 14],
    [20, 9],
    [20, 15],
  ] as const)
    expect(at(x, y)).toEqual([0, 0, 0, 255]);
});

it('changes an ellipse, of which the area is right', () => {
  const at = mix({ shape: 'ellipse' });
  let sum = 0;
  for (let y = 0; y < SIZE.height; y++) for (let x = 0; x < SIZE.width; x++) sum += at(x, y)[0]! / 200;
  expect(Math.abs(sum / (Math.PI * 20 * 10) - 1)).toBeLessThan(0.02);
  expect(at(20, 10)).toEqual([200, 200, 200, 255]);
  expect(at(1, 1)).toEqual([0, 0, 0, 255]);
});

it('has a soft edge, half of it inside', () => {
  const at = mix({ x: 0.5, width: 0.5, feather: 10 });
  expect(at(15, 10)[0]).toBeLessThan(8);
  expect(Math.abs((at(19, 10)[0]! + at(20, 10)[0]!) / 2 - 100)).toBeLessThan(2);
  expect(at(24, 10)[0]).toBeGreaterThan(190);
});

it('mixes the alpha, and no colours of what is transparent', () => {
  const at = mix({ width: 0.5 }, fill(90, 0), fill(200, 128));
  expect(at(5, 10)).toEqual([200, 200, 200, 128]);
  expect(at(30, 10)).toEqual([90, 90, 90, 0]);
});
