import { expect, it } from 'vitest';
import { delayBeforeAttempt } from './callback-handlers.ts';

const attempts = Array.from({ length: 12 }, (_, index) => index + 1);

it('gives a callback twelve attempts over a day', () => {
  expect(attempts.map((each) => delayBeforeAttempt(each, 0.5))).toEqual([
    ...[0, 8, 27, 64, 125, 216, 343, 512, 900],
    ...[3600, 21_600, 61_200],
  ]);
  expect(delayBeforeAttempt(13, 0.5)).toBeUndefined();
});

it('changes each delay by at most a tenth', () => {
  expect([delayBeforeAttempt(10, 0), delayBeforeAttempt(10, 1)]).toEqual([3240, 3960]);
  for (const each of attempts) {
    const middle = delayBeforeAttempt(each, 0.5) ?? 0;
    expect(Math.abs((delayBeforeAttempt(each) ?? 0) - middle)).toBeLessThanOrEqual(middle / 10 + 0.5);
  }
});
