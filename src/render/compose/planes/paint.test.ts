import { describe, expect, it, test } from 'vitest';
import { fill, paint, type PlacedPlanes, type AlphaPlanes } from './paint.ts';
import { rgbToYuv } from './bt709.ts';
import { createFlatPlanes, parsePlane, formatRows } from './planes.fixture.ts';

const ALL = { x: 0, y: 0, width: 100, height: 100 };

/** Returns a picture of 4x4 whose samples count up, at a position of the output. */
function counting(x: number, y: number, given: Partial<AlphaPlanes> = {}): PlacedPlanes {
  return {
    x,
    y,
    planes: {
      width: 4,
      height: 4,
      y: parsePlane('1 2 3 4', '5 6 7 8', '9 10 11 12', '13 14 15 16'),
      u: parsePlane('21 22', '23 24'),
      v: parsePlane('31 32', '33 34'),
      ...given,
    },
  };
}

function paintOver(image: PlacedPlanes, area = ALL, opacity = 1) {
  const output = createFlatPlanes(6, 4, [200, 100, 50]);
  paint(output, image, area, opacity);
  return { y: formatRows(output.y), u: formatRows(output.u), v: formatRows(output.v) };
}

const UNTOUCHED = {
  y: Array<string>(4).fill('200 200 200 200 200 200'),
  u: ['100 100 100', '100 100 100'],
  v: ['50 50 50', '50 50 50'],
};

describe('an opaque picture is copied', () => {
  it.each<[string, PlacedPlanes, typeof ALL, typeof UNTOUCHED]>([
    [
      'to its position',
      counting(2, 0),
      ALL,
      {
        y: ['200 200 1 2 3 4', '200 200 5 6 7 8', '200 200 9 10 11 12', '200 200 13 14 15 16'],
        u: ['100 21 22', '100 23 24'],
        v: ['50 31 32', '50 33 34'],
      },
    ],
    [
      'up to the left and top edges of the output',
      counting(-2, -2),
      ALL,
      {
        y: ['11 12 200 200 200 200', '15 16 200 200 200 200', UNTOUCHED.y[2]!, UNTOUCHED.y[3]!],
        u: ['24 100 100', '100 100 100'],
        v: ['34 50 50', '50 50 50'],
      },
    ],
    [
      'only inside its area',
      counting(0, 0),
      { x: 2, y: 2, width: 2, height: 2 },
      {
        y: [UNTOUCHED.y[0]!, UNTOUCHED.y[1]!, '200 200 11 12 200 200', '200 200 15 16 200 200'],
        u: ['100 100 100', '100 24 100'],
        v: ['50 50 50', '50 34 50'],
      },
    ],
    ['not at all if it is outside its area', counting(0, 0), { x: 4, y: 0, width: 2, height: 4 }, UNTOUCHED],
    ['not at all if its area is empty', counting(0, 0), { x: 2, y: 2, width: 0, height: 2 }, UNTOUCHED],
  ])('%s', (_, image, area, expected) => {
    // Limits the area to the output of 6x4, as the composer does.
    const inside = {
      ...area,
      width: Math.min(area.width, 6 - area.x),
      height: Math.min(area.height, 4 - area.y),
    };
    expect(paintOver(image, inside)).toEqual(expected);
  });

  test('without the padding at the ends of rows', () => {
    const y = { data: parsePlane('1 2 0 0 0', '3 4 0 0 0').data, stride: 5 };
    const planes = { width: 2, height: 2, y, u: parsePlane('9'), v: parsePlane('8') };
    expect(paintOver({ x: 4, y: 2, planes }).y.slice(2)).toEqual([
      '200 200 200 200 1 2',
      '200 200 200 200 3 4',
    ]);
  });
});

describe('a picture without alpha', () => {
  it.each<[number, number]>([
    [0, 200],
    [0.25, 150],
    [0.5, 100],
    [0.75, 50],
    [1, 0],
    // Less than half of one of the 256 steps changes nothing.
    [0.001, 200],
  ])('of black and opacity %s turns 200 into %s', (opacity, left) => {
    const black = { x: 0, y: 0, planes: createFlatPlanes(6, 4, [0, 100, 50]) };
    const found = paintOver(black, { x: 0, y: 0, width: 6, height: 4 }, opacity);
    expect(found).toEqual({ ...UNTOUCHED, y: Array<string>(4).fill(Array(6).fill(left).join(' ')) });
  });

  test('is rounded to the nearest, both up and down', () => {
    const output = createFlatPlanes(2, 2, [10, 100, 200]);
    paint(output, { x: 0, y: 0, planes: createFlatPlanes(2, 2, [13, 103, 197]) }, ALL, 0.5);
    // 11.5, 101.5 and 198.5 are rounded up.
    expect([output.y.data[0], output.u.data[0], output.v.data[0]]).toEqual([12, 102, 199]);
  });
});

describe('a picture with alpha', () => {
  const alpha = parsePlane('255 255 0 0', '255 255 0 0', '128 51 1 254', '0 0 0 0');
  const chromaAlpha = parsePlane('255 0', '128 51');
  const white = { ...createFlatPlanes(4, 4, [240, 240, 240]), alpha, chromaAlpha };

  test('is mixed by its alpha', () => {
    // 200 + 40 * alpha / 255: 128 gives 220.08, 51 gives 208, 1 gives 200.16, 254 gives 239.84.
    expect(paintOver({ x: 0, y: 0, planes: white }, { x: 0, y: 0, width: 4, height: 4 })).toEqual({
      y: [
        '240 240 200 200 200 200',
        '240 240 200 200 200 200',
        '220 208 200 240 200 200',
        '200 200 200 200 200 200',
      ],
      // 100 + 140 * 128 / 255 = 170.3, 100 + 140 * 0.2 = 128; 50 + 190 * 128 / 255 = 145.4, 50 + 190 * 0.2 =
      // 88.
      u: ['240 100 100', '170 128 100'],
      v: ['240 50 50', '145 88 50'],
    });
  });

  test('is mixed by alpha times opacity', () => {
    const found = paintOver({ x: 0, y: 0, planes: white }, { x: 0, y: 0, width: 4, height: 4 }, 0.5);
    expect(found.y).toEqual([
      '220 220 200 200 200 200',
      '220 220 200 200 200 200',
      '210 204 200 220 200 200',
      '200 200 200 200 200 200',
    ]);
    expect(found.u).toEqual(['170 100 100', '135 114 100']);
  });

  test('darkens with the same rounding as it lightens', () => {
    const output = createFlatPlanes(2, 2, [255, 128, 128]);
    const planes = {
      ...createFlatPlanes(2, 2, [0, 128, 128]),
      alpha: parsePlane('1 64', '192 254'),
      chromaAlpha: parsePlane('0'),
    };
    paint(output, { x: 0, y: 0, planes }, ALL, 1);
    expect(formatRows(output.y)).toEqual(['254 191', '63 1']);
  });
});

describe('BT.709 in limited range', () => {
  // Calculated from the coefficients of the recommendation: 0.2126, 0.7152, 0.0722.
  it.each<[string, [number, number, number], [number, number, number]]>([
    ['black', [0, 0, 0], [16, 128, 128]],
    ['white', [255, 255, 255], [235, 128, 128]],
    ['grey', [128, 128, 128], [125.93, 128, 128]],
    ['red', [255, 0, 0], [62.56, 102.34, 240]],
    ['green', [0, 255, 0], [172.63, 41.66, 26.27]],
    ['blue', [0, 0, 255], [31.81, 240, 117.73]],
  ])('%s is converted', (_, [red, green, blue], expected) => {
    expect(rgbToYuv(red, green, blue).map((value) => Math.round(value * 100) / 100)).toEqual(expected);
  });

  it.each<[string, [number, number, number]]>([
    ['#ffffff', [235, 128, 128]],
    ['#000000', [16, 128, 128]],
    ['#FF0000', [63, 102, 240]],
    ['#0000ff', [32, 240, 118]],
  ])('the output is filled with %s', (colour, expected) => {
    const output = createFlatPlanes(2, 2, [1, 2, 3]);
    fill(output, colour);
    expect([...new Set(output.y.data), ...output.u.data, ...output.v.data]).toEqual(expected);
  });
});
