import { expect, it } from 'vitest';
import { LUMA_PATTERNS } from '../../../base/vocabulary/shaped-transitions.ts';
import { lumaPatternAt } from './luma-pattern.ts';

it.each(LUMA_PATTERNS)('%s has all levels, and about as many dark as bright places', (pattern) => {
  const levels = Array.from({ length: 10_000 }, (_, at) =>
    lumaPatternAt(pattern, ((at % 100) + 0.5) / 100, (Math.floor(at / 100) + 0.5) / 100, 16 / 9),
  ).toSorted((one, other) => one - other);
  expect(levels[0]).toBeGreaterThanOrEqual(0);
  expect(levels[0]).toBeLessThan(0.1);
  expect(levels.at(-1)).toBeLessThanOrEqual(1);
  expect(levels.at(-1)).toBeGreaterThan(0.9);
  expect(Math.abs((levels[5000] ?? 0) - 0.5)).toBeLessThan(0.12);
});

it('a clock runs clockwise from the top, a diagonal from the upper left', () => {
  const at = (pattern: (typeof LUMA_PATTERNS)[number], x: number, y: number) =>
    Math.round(100 * lumaPatternAt(pattern, x, y, 2)) / 100;
  expect([at('clock', 0.5, 0), at('clock', 1, 0.5), at('clock', 0.5, 1)]).toEqual([0, 0.25, 0.5]);
  expect([at('diagonal', 0, 0), at('diagonal', 1, 0), at('diagonal', 1, 1)]).toEqual([0, 0.5, 1]);
  expect([at('blinds', 0.3, 0.01), at('blinds', 0.3, 0.12)]).toEqual([0.08, 0.96]);
});
