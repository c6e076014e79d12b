import { expect, it } from 'vitest';
import { paint, type Painting } from './paint.ts';
import { flat, planeOf, rowsOf } from './planes.fixture.ts';
import { Stencil } from './stencil.ts';

const SIZE = { width: 6, height: 4 };

/** A picture of 4x2 whose cover rises from left to right, at a place of the output. */
function rising(x: number, y: number): Painting {
  return {
    x,
    y,
    planes: {
      width: 4,
      height: 2,
      y: planeOf('235 235 16 16', '235 235 16 16'),
      u: planeOf('90 200'),
      v: planeOf('50 240'),
      alpha: planeOf('0 85 170 255', '0 85 170 255'),
      chromaAlpha: planeOf('51 204'),
    },
  };
}

function stencilled(paintings: readonly Painting[], opacity: number) {
  const output = flat(SIZE.width, SIZE.height, [100, 128, 128]);
  const marks = paintings.map((painting) => ({ painting, opacity }));
  new Stencil(marks, SIZE).paint(output);
  return { y: rowsOf(output.y), u: rowsOf(output.u), v: rowsOf(output.v) };
}

function painted(paintings: readonly Painting[], opacity: number) {
  const output = flat(SIZE.width, SIZE.height, [100, 128, 128]);
  for (const painting of paintings) paint(output, painting, { x: 0, y: 0, ...SIZE }, opacity);
  return { y: rowsOf(output.y), u: rowsOf(output.u), v: rowsOf(output.v) };
}

it('blends a mark by its cover and opacity', () => {
  // Luma: 100 + (235 - 100) x 85/255 x 1/2 = 122.5, 100 + (16 - 100) x 170/255 x 1/2 = 72, the last 58.
  expect(stencilled([rising(2, 0)], 0.5).y).toEqual([
    '100 100 100 123 72 58',
    '100 100 100 123 72 58',
    '100 100 100 100 100 100',
    '100 100 100 100 100 100',
  ]);
});

it.each([
  ['one mark', [rising(2, 2)], 1],
  ['two marks on the same rows', [rising(-2, 0), rising(2, 0)], 0.4],
  ['marks that lie over each other', [rising(0, 0), rising(2, 0)], 1],
  ['marks over every edge', [rising(-2, -2), rising(4, 0), rising(0, 4), rising(-4, 0)], 1],
] as const)('gives the same picture as painting: %s', (_, paintings, opacity) => {
  const distances = (['y', 'u', 'v'] as const).flatMap((plane) => {
    const [one, other] = [stencilled(paintings, opacity)[plane], painted(paintings, opacity)[plane]];
    const numbers = (rows: string[]) => rows.flatMap((row) => row.split(' ').map(Number));
    return numbers(one).map((value, index) => Math.abs(value - numbers(other)[index]!));
  });
  // Another rounding.
  expect(Math.max(...distances)).toBeLessThanOrEqual(1);
  expect(stencilled(paintings, opacity)).not.toEqual(stencilled([], opacity));
});
