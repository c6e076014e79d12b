import { expect, it } from 'vitest';
import { easeMove } from './ease-move.ts';

const SCALES = [0, 0.5, 1.8, 5, 10];
const steps = Array.from({ length: 101 }, (_, index) => index / 100);

it.each(SCALES)('a move with guidance scale %d is monotone and the same backwards', (scale) => {
  const eased = steps.map((progress) => easeMove(scale, progress));
  expect([eased[0], eased[100]]).toEqual([0, 1]);
  for (const [index, value] of eased.entries()) {
    expect(value).toBeCloseTo(1 - (eased[100 - index] ?? 0), 9);
    if (index > 0) expect(value).toBeGreaterThan(eased[index - 1] ?? 0);
  }
});

it('a move has a constant speed with guidance scale 0', () => {
  expect(steps.map((progress) => easeMove(0, progress))).toEqual(steps);
});

it('a move starts more softly and is faster in the middle, the higher the guidance scale is', () => {
  const starts = SCALES.map((scale) => easeMove(scale, 0.1));
  const middles = SCALES.map((scale) => easeMove(scale, 0.51) - easeMove(scale, 0.49));
  expect(starts).toEqual([...starts].sort((one, other) => other - one));
  expect(middles).toEqual([...middles].sort((one, other) => one - other));
  expect(middles.at(-1)).toBeCloseTo(0.04, 3);
});
