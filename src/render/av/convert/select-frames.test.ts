import { describe, expect, it } from 'vitest';
import { toRate, toSeconds, toSpeed } from '../../../base/time.ts';
import { originAt } from './select-frames.ts';

const origin = (first: number, rate: number, speed = 1): number =>
  originAt(toSeconds(first), { rate: toRate(rate), speed: toSpeed(speed) }).valueOf();

describe('the origin of a rendition', () => {
  it('is 0 if the first frame falls on a frame of the rendition', () => {
    expect(origin(0, 30)).toBe(0);
    expect(origin(0.3, 30)).toBe(0);
    expect(origin(0.3, 30, 0.5)).toBe(0);
  });

  it('is the nearest second for which the first frame does so', () => {
    expect(origin(0.015, 30)).toBeCloseTo(0.015, 9);
    expect(origin(0.021, 30)).toBeCloseTo(0.021 - 1 / 30, 9);
    expect(origin(0.021, 30, 2)).toBeCloseTo(0.021, 9);
  });

  it('skips at most 25 ms of the source', () => {
    expect(origin(0.4, 1)).toBeCloseTo(-0.6, 9);
    expect(origin(0.02, 1)).toBeCloseTo(0.02, 9);
  });
});
