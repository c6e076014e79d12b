import { expect, it } from 'vitest';
import type { SampleLine } from '../planes/taps.ts';
import { AxisAlignedBitmap } from './axis-aligned-bitmap.ts';

const BITMAP = { width: 45, height: 38 };
const OUTPUT = { width: 50, height: 40 };

/** Returns RGBA of pseudorandom greys, the same each time. */
function pixels(): Uint8Array {
  let state = 7;
  const grey = (): number => (state = (state * 1103515245 + 12345) >>> 0) >>> 24;
  return Uint8Array.from(
    Array.from({ length: BITMAP.width * BITMAP.height }, grey).flatMap((value) => [value, value, value, 255]),
  );
}

/** Returns the filter with B = C = 1/3: one third of a B-spline and two thirds of a cardinal spline. */
function curve(away: number): number {
  const x = Math.abs(away);
  if (x >= 2) return 0;
  const spline = x < 1 ? (3 * x ** 3 - 6 * x ** 2 + 4) / 6 : (2 - x) ** 3 / 6;
  const cardinal = x < 1 ? 1.5 * x ** 3 - 2.5 * x ** 2 + 1 : -0.5 * x ** 3 + 2.5 * x ** 2 - 4 * x + 2;
  return spline / 3 + (2 * cardinal) / 3;
}

/** Interpolates the grey at a position of the bitmap, 0 to 255. */
function sample(from: Uint8Array, x: number, y: number): number {
  let sum = 0;
  for (let row = Math.floor(y) - 1; row < Math.floor(y) + 3; row++) {
    for (let column = Math.floor(x) - 1; column < Math.floor(x) + 3; column++) {
      const inside = [
        Math.min(BITMAP.height - 1, Math.max(0, row)),
        Math.min(BITMAP.width - 1, Math.max(0, column)),
      ] as const;
      sum += curve(x - column) * curve(y - row) * from[4 * (inside[0] * BITMAP.width + inside[1])]!;
    }
  }
  return Math.min(255, Math.max(0, sum));
}

const line = (start: number, step: number, length: number, count: number): SampleLine => {
  return { start, step, length, count, isStraight: false };
};

it.each<[string, readonly [number, number], readonly [number, number]]>([
  ['larger', [0.31, 0.8], [-0.27, 0.9]],
  ['smaller', [-3.1, 1.31], [-6.6, 1.27]],
  ['mirrored', [43.7, -0.85], [0.2, 0.7]],
  ['upside down', [1.25, 0.8], [37.4, -0.93]],
])('a bitmap is drawn %s as the filter defines it, with subpixel precision', (_, across, down) => {
  const from = pixels();
  const bitmap = new AxisAlignedBitmap(BITMAP, OUTPUT, 1);
  bitmap.load({ data: from, ...BITMAP });
  const columns = new Uint8Array(OUTPUT.width).fill(255);
  const rows = new Uint8Array(OUTPUT.height).fill(255);
  const { y, u, v, alpha } = bitmap.draw({
    ...OUTPUT,
    level: 0,
    across: line(...across, BITMAP.width, OUTPUT.width),
    down: line(...down, BITMAP.height, OUTPUT.height),
    columnShares: columns,
    rowShares: rows,
  });
  let different = 0;
  for (let row = 0; row < OUTPUT.height; row++) {
    for (let column = 0; column < OUTPUT.width; column++) {
      const grey = Math.round(sample(from, across[0] + column * across[1], down[0] + row * down[1]));
      const off = Math.abs(y.data[row * y.stride + column]! - Math.round(16 + (219 / 255) * grey));
      expect(off).toBeLessThan(2);
      if (off > 0) different++;
    }
  }
  // Values halfway between two greys may be rounded either way.
  expect(different).toBeLessThan(0.02 * OUTPUT.width * OUTPUT.height);
  expect([alpha, u.data[0], v.data[0]]).toEqual([undefined, 128, 128]);
});

it('partly covered pixels have alpha and keep their colour', () => {
  const bitmap = new AxisAlignedBitmap(BITMAP, OUTPUT, 1);
  bitmap.load({ data: new Uint8Array(4 * BITMAP.width * BITMAP.height).fill(255), ...BITMAP });
  const columns = new Uint8Array(OUTPUT.width).fill(255);
  const rows = new Uint8Array(OUTPUT.height).fill(255);
  columns.set([0, 64]);
  rows.set([128]);
  const { y, alpha } = bitmap.draw({
    ...OUTPUT,
    level: 0,
    across: line(0, 0.9, BITMAP.width, OUTPUT.width),
    down: line(0, 0.9, BITMAP.height, OUTPUT.height),
    columnShares: columns,
    rowShares: rows,
  });
  const second = y.stride;
  expect([0, 1, 2].map((column) => alpha?.data[column])).toEqual([0, 32, 128]);
  expect([0, 1, 2].map((column) => alpha?.data[second + column])).toEqual([0, 64, 255]);
  expect([1, 2, second + 1].map((index) => y.data[index])).toEqual([235, 235, 235]);
});

it('halving does not change the colour of a flat bitmap', () => {
  const bitmap = new AxisAlignedBitmap(BITMAP, OUTPUT, 2);
  const flat = new Uint8Array(4 * BITMAP.width * BITMAP.height).fill(120);
  bitmap.load({ data: flat, ...BITMAP });
  const size = { width: 22, height: 18 };
  const { y } = bitmap.draw({
    ...size,
    level: 1,
    across: line(0.5, 1, 23, size.width),
    down: line(0.5, 1, 19, size.height),
    columnShares: new Uint8Array(size.width).fill(255),
    rowShares: new Uint8Array(size.height).fill(255),
  });
  const greys = new Set(
    Array.from({ length: 18 }, (_, row) => [...y.data.subarray(row * 32, row * 32 + 22)]).flat(),
  );
  expect([...greys]).toEqual([Math.round(16 + (219 / 255) * 120)]);
});
