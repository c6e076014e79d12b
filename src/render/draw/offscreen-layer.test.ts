import { createCanvas } from '@napi-rs/canvas';
import { expect, it, test } from 'vitest';
import type { Rect } from '../scene/placement.ts';
import { drawAsLayer } from './offscreen-layer.ts';

/** Draws a red square as a layer with a sharp shadow on a canvas of 100 x 100, and returns the alphas. */
function drawAlphas(square: Rect, x: number, y: number): (x: number, y: number) => number {
  const context = createCanvas(100, 100).getContext('2d');
  const area = { x: -500, y: -500, width: 1100, height: 1100 };
  drawAsLayer(context, area, { shadow: { x, y, blur: 0, colour: '#000000' } }, (layer) => {
    layer.fillStyle = '#ff0000';
    layer.fillRect(square.x, square.y, square.width, square.height);
  });
  const { data } = context.getImageData(0, 0, 100, 100);
  return (column, row) => data[(row * 100 + column) * 4 + 3] ?? 0;
}

it.each([
  ['left', { x: -30, y: 40 }, 40, 0],
  ['right', { x: 110, y: 40 }, -60, 0],
  ['top', { x: 40, y: -30 }, 0, 40],
  ['bottom', { x: 40, y: 110 }, 0, -60],
] as const)('the shadow of what lies beyond the %s edge of the canvas is seen', (_, at, x, y) => {
  const alpha = drawAlphas({ ...at, width: 20, height: 20 }, x, y);
  const [left, top] = [at.x + x, at.y + y];
  expect([alpha(left + 1, top + 1), alpha(left + 18, top + 18)]).toEqual([255, 255]);
  expect([alpha(left - 2, top + 10), alpha(left + 21, top + 10)]).toEqual([0, 0]);
});

test('a shadow farther away than the size of the canvas needs no more memory', () => {
  expect(drawAlphas({ x: 40, y: 40, width: 20, height: 20 }, 1e7, 1e7)(50, 50)).toBe(255);
});
