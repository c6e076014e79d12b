import { describe, expect, it } from 'vitest';
import { fitLine } from './fit-line.ts';

/** Returns 50 points whose y follows from x and from a number that differs from -1 to 1. */
const pointsOf = (y: (x: number, noise: number) => number): [number, number][] =>
  Array.from({ length: 50 }, (_, x) => [x, y(x, Math.sin(x * 12.9898) % 1)]);

describe('fitLine', () => {
  it('finds the slope of a line', () => {
    const line = fitLine(pointsOf((x) => 3 + 2 * x));
    for (const slope of [line.slope, line.low, line.high]) expect(slope).toBeCloseTo(2, 9);
    expect([line.first, line.last].map(Math.round)).toEqual([3, 101]);
  });

  it('has an interval that contains 0 for noise, and not for growth', () => {
    const noise = fitLine(pointsOf((_, noisy) => 100 + 10 * noisy));
    expect(noise.low).toBeLessThan(0);
    expect(noise.high).toBeGreaterThan(0);
    const growth = fitLine(pointsOf((x, noisy) => 100 + x + 10 * noisy));
    expect(growth.low).toBeGreaterThan(0.5);
    expect(growth.high).toBeLessThan(1.5);
  });

  it('trusts measurements less if neighbours resemble each other', () => {
    const width = ({ low, high }: { low: number; high: number }) => high - low;
    const waves = fitLine(pointsOf((x) => Math.sin(x / 3)));
    const same = pointsOf((x) => Math.sin(x / 3));
    // The same values in another order.
    const mixed = fitLine(same.map(([x], index) => [x, same[(index * 9) % 50]?.[1] ?? NaN]));
    expect(width(waves)).toBeGreaterThan(1.3 * width(mixed));
  });
});
