import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import type { ShapeAsset } from '../../edit/index.ts';
import { type DrawnPixels, drawPixels } from '../compose/layers/draw-pixels.ts';
import { createShapeDrawing } from './shape-drawing.ts';

const OUTPUT = { width: 200, height: 100 };

/** Draws a shape with the top left corner of its box at a position of the output. */
function drawInk(asset: ShapeAsset, { x = 0, y = 0, scale = 1 } = {}): DrawnPixels {
  const { width = OUTPUT.width, height = OUTPUT.height } = asset;
  const whole = { x, y, width: width * scale, height: height * scale };
  const found = drawPixels(createShapeDrawing(asset, OUTPUT), 0, { whole, visible: whole }, OUTPUT);
  if (!found) throw new Error('Nothing is seen.');
  return found;
}

function boxOf({ x, y, width, height }: DrawnPixels): number[] {
  return [x, y, width, height];
}

/** Returns red, green, blue and alpha at a pixel of the output. */
function pixelAt({ pixels: { data, width }, x, y }: DrawnPixels, column: number, row: number): number[] {
  const at = ((row - y) * width + column - x) * 4;
  return [...data.subarray(at, at + 4)];
}

/** Returns the number of pixels that a shape covers, including fractions. */
function countCovered({ pixels: { data } }: DrawnPixels): number {
  let sum = 0;
  for (let at = 3; at < data.length; at += 4) sum += data[at] ?? 0;
  return sum / 255;
}

const rectangle = (width: number, height: number, cornerRadius = 0): ShapeAsset => ({
  type: 'shape',
  shape: 'rectangle',
  rectangle: { width, height, cornerRadius },
});
const circle = (radius: number): ShapeAsset => ({ type: 'shape', shape: 'circle', circle: { radius } });
const line = (length: number, thickness: number): ShapeAsset => ({
  type: 'shape',
  shape: 'line',
  line: { length, thickness },
});

describe('a shape is centred in its box', () => {
  it.each<[string, ShapeAsset, number[]]>([
    ['a rectangle', rectangle(60, 20), [70, 40, 60, 20]],
    ['a circle', circle(30), [70, 20, 60, 60]],
    ['a line', line(100, 4), [50, 48, 100, 4]],
    ['a rectangle in a box of its own', { ...rectangle(20, 10), width: 40, height: 30 }, [10, 10, 20, 10]],
    ['a rectangle larger than its box', { ...rectangle(60, 40), width: 40, height: 30 }, [0, 0, 50, 35]],
  ])('%s', (_, asset, expected) => {
    expect(boxOf(drawInk(asset))).toEqual(expected);
  });

  test('and is visible beyond it', () => {
    expect(boxOf(drawInk({ ...rectangle(60, 40), width: 40, height: 30 }, { x: 50, y: 50 }))).toEqual([
      40, 45, 60, 40,
    ]);
  });
});

describe('the form', () => {
  test('of a circle has its area', () => {
    // The antialiased edge covers an eighth of a pixel too much all around.
    expect(Math.abs(countCovered(drawInk(circle(40))) - Math.PI * 1600)).toBeLessThan(40);
  });

  test('of round corners lacks the difference between a square and a circle', () => {
    // 80x60 without 4 corners of 20x20, plus the circle of radius 20 that remains of them.
    const expected = 80 * 60 - 4 * 400 + Math.PI * 400;
    expect(Math.abs(countCovered(drawInk(rectangle(80, 60, 20))) - expected)).toBeLessThan(6);
  });

  test('with a corner radius that is too large is a pill', () => {
    expect(boxOf(drawInk(rectangle(80, 40, 500)))).toEqual([60, 30, 80, 40]);
    expect(Math.abs(countCovered(drawInk(rectangle(80, 40, 500))) - (40 * 40 + Math.PI * 400))).toBeLessThan(
      6,
    );
  });
});

describe('the colours', () => {
  test('are white without an outline by default', () => {
    expect(pixelAt(drawInk(rectangle(40, 20)), 100, 50)).toEqual([255, 255, 255, 255]);
    expect(boxOf(drawInk({ ...rectangle(40, 20), stroke: { color: '#ff0000' } }))).toEqual([80, 40, 40, 20]);
  });

  test('of the fill have their own opacity', () => {
    const found = drawInk({ ...circle(20), fill: { color: '#ff8000', opacity: 0.4 } });
    const [red = 0, green = 0, blue, alpha] = pixelAt(found, 100, 50);
    expect(alpha).toBe(102);
    // The pixels are premultiplied.
    expect(Math.abs(red - 255) + Math.abs(green - 128)).toBeLessThanOrEqual(2);
    expect(blue).toBe(0);
  });

  test('of the outline are half inside and half outside', () => {
    const found = drawInk({ ...rectangle(40, 20), stroke: { color: '#0000ff', width: 8 } });
    expect(boxOf(found)).toEqual([76, 36, 48, 28]);
    expect(pixelAt(found, 77, 50)).toEqual([0, 0, 255, 255]);
    expect(pixelAt(found, 82, 50)).toEqual([0, 0, 255, 255]);
    expect(pixelAt(found, 90, 50)).toEqual([255, 255, 255, 255]);
  });

  test('of the outline are opaque over an invisible fill', () => {
    const found = drawInk({ ...circle(20), fill: { opacity: 0 }, stroke: { width: 4 } });
    expect(pixelAt(found, 80, 50)).toEqual([0, 0, 0, 255]);
    expect(pixelAt(found, 100, 50)[3]).toBe(0);
  });
});

test('a larger scale keeps it sharp', () => {
  const found = drawInk({ ...rectangle(20, 10), width: 40, height: 30 }, { scale: 3 });
  expect(boxOf(found)).toEqual([30, 30, 60, 30]);
  expect(countCovered(found)).toBe(1800);
});

it.each([
  [640, 120],
  [641, 121],
])('draws a line of one pixel as one row in %d x %d', (width, height) => {
  const asset = {
    type: 'shape',
    shape: 'line',
    line: { length: 300, thickness: 1 },
    fill: { color: '#ffffff' },
  } as const;
  const context = createCanvas(width, height).getContext('2d');
  createShapeDrawing(asset, { width, height }).draw(context, 0);
  const { data } = context.getImageData(Math.floor(width / 2), 0, 1, height);
  const rows = Array.from({ length: height }, (_, y) => data[4 * y + 3]).filter((alpha) => alpha !== 0);
  expect(rows).toEqual([255]);
});
