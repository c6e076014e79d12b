import { describe, expect, it } from 'vitest';
import type { Plane, Planes } from '../../av/video/video-frame.ts';
import { resolveChromaKey } from '../../resolve/chroma-key.ts';
import { KeyedFrame, keyedToRgba } from './keyed-frame.ts';

type Yuv = readonly [number, number, number];

// #00b140 in BT.709, limited range (128.7, 96.2, 54.8), a red, and the average of both.
const KEY: Yuv = [129, 96, 55];
const RED: Yuv = [80, 100, 200];
const HALF: Yuv = [104, 98, 127];
// Dark, with seven tenths of the chroma of the key: a distance of 90.
const HAIR: Yuv = [40, 106, 77];

/** Creates planes with three equal rows. */
function createPlanes(columns: readonly Yuv[]): Planes {
  const plane = (sample: 0 | 1 | 2): Plane => ({
    data: Uint8Array.from([...columns, ...columns, ...columns].map((colour) => colour[sample])),
    stride: columns.length,
  });
  return { width: columns.length, height: 3, y: plane(0), u: plane(1), v: plane(2) };
}

/** Keys columns, and returns Y, U, V and alpha of one column in the middle row. */
function keyed(columns: readonly Yuv[], column: number, scale = 1, halo = 80): number[] {
  const key = resolveChromaKey({ color: '#00b140', threshold: 60, halo });
  const result = new KeyedFrame(key, { width: columns.length, height: 3 }, scale);
  result.read(createPlanes(columns));
  const at = columns.length + column;
  return [result.y[at]!, result.u[at]!, result.v[at]!, result.alpha[at]!];
}

const times = (count: number, colour: Yuv): Yuv[] => Array.from({ length: count }, () => colour);

describe('at an edge', () => {
  it('the coverage of a mixture is its share of the foreground, even beyond the halo', () => {
    // The share of red is 0.497. From 0.9 on, the pixel would be opaque.
    expect(keyed([...times(5, RED), HALF, ...times(5, KEY)], 5)).toEqual([80, 100, 200, 141]);
  });

  it('the search radius grows with the enlargement of the source', () => {
    const columns = [...times(9, RED), ...times(11, HALF), ...times(9, KEY)];
    expect(keyed(columns, 14, 1)[3]).toBe(255);
    expect(keyed(columns, 14, 2)[3]).toBe(141);
  });

  it('a mixture is either opaque or transparent without a halo', () => {
    const above: Yuv = [96, 98, 142]; // A share of red of 0.6.
    const below: Yuv = [112, 98, 113]; // A share of red of 0.4.
    expect(keyed([...times(5, RED), above, ...times(5, KEY)], 5, 1, 0)[3]).toBe(255);
    expect(keyed([...times(5, RED), below, ...times(5, KEY)], 5, 1, 0)[3]).toBe(0);
  });

  it('a pixel without a foreground colour nearby stays as it is', () => {
    expect(keyed([...times(5, KEY), HALF, ...times(5, KEY)], 5)[3]).toBe(255);
  });

  it('a pixel that is brighter than key and foreground is not a mixture', () => {
    const bright: Yuv = [200, 98, 127];
    expect(keyed([...times(5, RED), bright, ...times(5, KEY)], 5)[3]).toBe(255);
  });

  it('a pixel whose hue is not between key and foreground is not a mixture', () => {
    // A blue with the same distance from the key as the mixture.
    expect(keyed([...times(5, RED), [104, 170, 110], ...times(5, KEY)], 5)[3]).toBe(255);
  });

  it('a hair that is too dark for a mixture loses the hue of the key', () => {
    const [y, u, v, alpha] = keyed([...times(5, KEY), HAIR, ...times(5, KEY)], 5);
    expect(y).toBe(40);
    expect(Math.abs(u! - 128)).toBeLessThanOrEqual(1);
    expect(Math.abs(v! - 128)).toBeLessThanOrEqual(1);
    // 30/80 of 255.
    expect(Math.abs(alpha! - 96)).toBeLessThanOrEqual(4);
  });
});

describe('far from edges', () => {
  it('no pixel counts as a mixture', () => {
    expect(keyed([...times(5, RED), ...times(5, HALF)], 5)[3]).toBe(255);
  });

  it('a dark object loses the hue of the key as near an edge', () => {
    expect(keyed(times(11, HAIR), 5).slice(0, 3)).toEqual([40, 128, 128]);
  });
});

it('a keyed picture is converted to RGBA', () => {
  const columns: Yuv[] = [...times(4, KEY), ...times(5, [235, 128, 128]), ...times(4, [63, 102, 240])];
  const result = new KeyedFrame(
    resolveChromaKey({ color: '#00b140' }),
    { width: columns.length, height: 3 },
    1,
  );
  result.read(createPlanes(columns));
  const { data } = keyedToRgba(result, new Uint8ClampedArray(4 * 3 * columns.length));
  expect([...data.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
  expect([...data.subarray(24, 28)]).toEqual([255, 255, 255, 255]);
  // The samples of red are rounded, so each number may be off by one.
  [255, 0, 0, 255].forEach((value, index) =>
    expect(Math.abs(data[48 + index]! - value)).toBeLessThanOrEqual(1),
  );
});
