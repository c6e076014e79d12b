import { expect, it } from 'vitest';
import type { Plane, Planes } from '../../av/video/video-frame.ts';
import { halveChroma } from './halve-chroma.ts';

/** Creates a plane of four columns and two equal rows, with padding. */
const plane = (...row: readonly number[]): Plane => ({
  data: Uint8Array.from([...row, 99, ...row, 99]),
  stride: 5,
});

function halve(blue: readonly number[], red: readonly number[], alpha: readonly number[]): number[][] {
  const size = { width: 4, height: 2 };
  const planes: Planes = { ...size, y: plane(16, 16, 16, 16), u: plane(...blue), v: plane(...red) };
  const { u, v, chromaAlpha } = halveChroma(planes, plane(...alpha));
  return [u, v, chromaAlpha].map((found) => [...(found?.data ?? [])]);
}

it('weighs the columns around a chroma sample', () => {
  // The third column counts twice, its neighbours once.
  expect(halve([40, 40, 80, 120], [0, 0, 0, 200], [255, 255, 255, 255])).toEqual([
    [40, 80],
    [0, 50],
    [255, 255],
  ]);
});

it('adds no colour of transparent pixels', () => {
  expect(halve([40, 0, 255, 120], [200, 0, 255, 60], [255, 0, 0, 51])).toEqual([
    [40, 120],
    [200, 60],
    [191, 13],
  ]);
});

it('makes transparent samples grey', () => {
  expect(halve([1, 2, 3, 4], [5, 6, 7, 8], [0, 0, 0, 0])).toEqual([
    [128, 128],
    [128, 128],
    [0, 0],
  ]);
});
