import { expect, it } from 'vitest';
import { toRate } from '../../base/time.ts';
import { spreadMoments } from './write-sheet.ts';

const spread = (frameCount: number, count: number, rate = 25): number[] =>
  spreadMoments({ rate: toRate(rate), frameCount }, count);

it('spreads moments over the middles of equal parts, in hundredths of a second', () => {
  expect(spread(150, 3)).toEqual([1, 3, 5]);
  expect(spread(139, 9)).toEqual([0.3, 0.92, 1.54, 2.16, 2.78, 3.39, 4.01, 4.63, 5.25]);
  expect(spread(1, 1)).toEqual([0.02]);
});

it.each([1, 2, 9, 64])('never reaches the end of a timeline: %d moments', (count) => {
  for (const rate of [12, 25, 29.97, 60])
    for (const frames of [1, 2, 10, 1000]) {
      const moments = spread(frames, count, rate);
      expect(moments).toHaveLength(count);
      expect(moments.every((at) => at >= 0 && at < frames / toRate(rate).valueOf())).toBe(true);
    }
});
