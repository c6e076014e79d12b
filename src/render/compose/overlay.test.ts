import { expect, it } from 'vitest';
import { paint, type PlacedPlanes } from './planes/paint.ts';
import { createFlatPlanes, parsePlane, formatRows } from './planes/planes.fixture.ts';
import { Overlay } from './overlay.ts';

const SIZE = { width: 6, height: 4 };

/** Returns a picture of 4x2 whose alpha rises from left to right, at a position of the output. */
function rising(x: number, y: number): PlacedPlanes {
  return {
    x,
    y,
    planes: {
      width: 4,
      height: 2,
      y: parsePlane('235 235 16 16', '235 235 16 16'),
      u: parsePlane('90 200'),
      v: parsePlane('50 240'),
      alpha: parsePlane('0 85 170 255', '0 85 170 255'),
      chromaAlpha: parsePlane('51 204'),
    },
  };
}

function overlaid(images: readonly PlacedPlanes[], opacity: number) {
  const output = createFlatPlanes(SIZE.width, SIZE.height, [100, 128, 128]);
  const marks = images.map((image) => ({ image, opacity }));
  new Overlay(marks, SIZE).paint(output);
  return { y: formatRows(output.y), u: formatRows(output.u), v: formatRows(output.v) };
}

function painted(images: readonly PlacedPlanes[], opacity: number) {
  const output = createFlatPlanes(SIZE.width, SIZE.height, [100, 128, 128]);
  for (const image of images) paint(output, image, { x: 0, y: 0, ...SIZE }, opacity);
  return { y: formatRows(output.y), u: formatRows(output.u), v: formatRows(output.v) };
}

it('blends a mark by its alpha and opacity', () => {
  // Luma: 100 + (235 - 100) * 85/255 * 1/2 = 122.5, 100 + (16 - 100) * 170/255 * 1/2 = 72, 100 + (16 - 100) *
  // 1/2 = 58.
  expect(overlaid([rising(2, 0)], 0.5).y).toEqual([
    '100 100 100 123 72 58',
    '100 100 100 123 72 58',
    '100 100 100 100 100 100',
    '100 100 100 100 100 100',
  ]);
});

it.each([
  ['one mark', [rising(2, 2)], 1],
  ['two marks on the same rows', [rising(-2, 0), rising(2, 0)], 0.4],
  ['overlapping marks', [rising(0, 0), rising(2, 0)], 1],
  ['marks over every edge', [rising(-2, -2), rising(4, 0), rising(0, 4), rising(-4, 0)], 1],
] as const)('gives almost the same picture as painting %s', (_, images, opacity) => {
  const distances = (['y', 'u', 'v'] as const).flatMap((plane) => {
    const [one, other] = [overlaid(images, opacity)[plane], painted(images, opacity)[plane]];
    const numbers = (rows: string[]) => rows.flatMap((row) => row.split(' ').map(Number));
    return numbers(one).map((value, index) => Math.abs(value - numbers(other)[index]!));
  });
  // The two round differently.
  expect(Math.max(...distances)).toBeLessThanOrEqual(1);
  expect(overlaid(images, opacity)).not.toEqual(overlaid([], opacity));
});
