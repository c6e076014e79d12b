import { expect, it } from 'vitest';
import { createVideoFrame, type Planes, planesOf } from '../../av/video/video-frame.ts';
import { bleedColours } from './bleed-colours.ts';

/** Paints green, red and alpha of a rectangle. */
function paint(
  { y: green, v: red, alpha }: Planes,
  [left, top, right, bottom]: readonly [number, number, number, number],
  [r, g, a]: readonly [number, number, number],
): void {
  for (let row = top; row < bottom; row++) {
    green.data.fill(g, row * green.stride + left, row * green.stride + right);
    red.data.fill(r, row * red.stride + left, row * red.stride + right);
    alpha?.data.fill(a, row * alpha.stride + left, row * alpha.stride + right);
  }
}

it('gives transparent pixels the colours beside them, and changes nothing else', () => {
  using frame = createVideoFrame(200, 101, true, true);
  const planes = planesOf(frame);
  for (const plane of [planes.y, planes.u, planes.v, planes.alpha]) plane?.data.fill(0);
  // The rectangle begins at the edge of the blocks of all levels.
  paint(planes, [64, 32, 96, 64], [250, 10, 255]);
  paint(planes, [60, 32, 64, 64], [250, 10, 3]);
  paint(planes, [150, 90, 151, 91], [5, 240, 128]);
  const before = Buffer.from(planes.v.data);
  using filled = bleedColours(frame);
  const { y: green, v: red, alpha } = planesOf(filled);
  const at = (x: number, y: number): number[] =>
    [red, green, alpha].map((plane) => plane?.data[y * plane.stride + x] ?? NaN);
  expect(at(96, 48)).toEqual([250, 10, 0]);
  expect(at(80, 31)).toEqual([250, 10, 0]);
  expect(at(59, 48)).toEqual([250, 10, 0]);
  expect(at(50, 40)).toEqual([250, 10, 0]);
  expect(at(152, 92)).toEqual([5, 240, 0]);
  expect(at(150, 90)).toEqual([5, 240, 128]);
  expect(at(62, 40)).toEqual([250, 10, 3]);
  // Far from everything visible.
  expect(at(5, 100)).toEqual([0, 0, 0]);
  expect(Buffer.compare(before, planes.v.data)).toBe(0);
});
