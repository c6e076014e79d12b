import { describe, expect, it, test } from 'vitest';
import { type Cubic, readSvgPath } from './svg-path.ts';

function curvesOf(text: string): readonly Cubic[] {
  const read = readSvgPath(text);
  if (typeof read === 'number') throw new Error(`Not read from ${read}.`);
  return read;
}

/** The corners of a path: where its curves begin, and its end. */
function cornersOf(text: string): number[][] {
  const curves = curvesOf(text).map((curve) => curve.map((value) => Number(value.toFixed(9))));
  return [
    ...curves.map(([x, y]) => [x, y]),
    ...curves.slice(-1).map((curve) => curve.slice(6)),
  ] as number[][];
}

describe('lines', () => {
  it.each([
    ['M 1 2 L 3 4 5 6', [[1, 2], [3, 4], [5, 6]]], // oxfmt-ignore
    ['m1,2l2,2 2,2', [[1, 2], [3, 4], [5, 6]]], // oxfmt-ignore
    ['M1 2 3 4 5 6', [[1, 2], [3, 4], [5, 6]]], // oxfmt-ignore
    ['M0 0H10V20h-5v-.5', [[0, 0], [10, 0], [10, 20], [5, 20], [5, 19.5]]], // oxfmt-ignore
    ['M1 1 2 1 2 2z', [[1, 1], [2, 1], [2, 2], [1, 1]]], // oxfmt-ignore
    ['M1e1-2L.5.25', [[10, -2], [0.5, 0.25]]], // oxfmt-ignore
  ])('%s', (text, corners) => {
    expect(cornersOf(text)).toEqual(corners);
  });
});

test('smooth curves mirror the last control point', () => {
  expect(curvesOf('M0 0C0 10 10 10 10 0S20-10 20 0')[1]).toEqual([10, 0, 10, -10, 20, -10, 20, 0]);
  expect(curvesOf('M0 0Q5 10 10 0T20 0')[1]?.slice(2, 4)).toEqual([10 + 10 / 3, -20 / 3]);
});

/** Returns the point in the middle of a curve. */
function middleOf([x0, y0, x1, y1, x2, y2, x3, y3]: Cubic): { readonly x: number; readonly y: number } {
  return { x: (x0 + 3 * x1 + 3 * x2 + x3) / 8, y: (y0 + 3 * y1 + 3 * y2 + y3) / 8 };
}

it.each([
  ['0 0 1', 1, 2],
  ['0 0 0', 0, 2],
  ['0 1 1', 1, 2],
])('half a circle with the flags %s', (flags, isAbove, count) => {
  const curves = curvesOf(`M 0 0 A 5 5 ${flags} 10 0`);
  expect(curves).toHaveLength(count);
  for (const curve of curves) {
    const { x, y } = middleOf(curve);
    expect(Math.hypot(x - 5, y)).toBeCloseTo(5, 2);
    expect(y < 0).toBe(isAbove === 1);
  }
});

test('flags need no space, and a radius that is too small grows', () => {
  expect(curvesOf('M0 0a1 1 0 0110 0')).toEqual(curvesOf('M 0 0 A 5 5 0 0 1 10 0'));
});

it.each([
  ['', 0],
  ['L 1 2', 0],
  ['10 20', 0],
  ['M 1', 3],
  ['M 1 2 B 3', 6],
  ['M 1 2 L 3 x', 10],
  ['M 1 2 L 3 4 z 5', 14],
  ['M 0 0 A 5 5 0 2 1 10 0', 14],
])('%s cannot be read from character %s on', (text, from) => {
  const read = readSvgPath(text);
  if (text === '') expect(read).toEqual([]);
  else expect(read).toBe(from);
});
