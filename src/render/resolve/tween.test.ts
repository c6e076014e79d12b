import { describe, expect, it, test } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import { toAnimatedNumber } from './animated-number.ts';
import { valueAt } from './tween.ts';

type Tweens = Parameters<typeof toAnimatedNumber>[0];

function values(tweens: Tweens, times: readonly number[]): number[] {
  const value = toAnimatedNumber(tweens, 7);
  return times.map((time) => Math.round(valueAt(value, toSeconds(time)) * 1e4) / 1e4 + 0);
}

test('a constant has the same value at any time', () => {
  expect(values(0.3, [0, 5])).toEqual([0.3, 0.3]);
});

test.each<[string, Tweens]>([
  ['nothing', undefined],
  ['an empty list', []],
])('%s gives the fallback value', (_, tweens) => {
  expect(values(tweens, [0, 5])).toEqual([7, 7]);
});

describe('one tween', () => {
  const tween = { from: 1, to: 3, start: 1, length: 2 };

  it.each<[string, Tweens, number[]]>([
    ['is linear', [tween], [1, 1, 1.5, 2, 3, 3]],
    ['is linear whatever its easing', [{ ...tween, easing: 'easeInQuint' }], [1, 1, 1.5, 2, 3, 3]],
    [
      'with constant interpolation keeps its first value until it ends',
      [{ ...tween, interpolation: 'constant' }],
      [1, 1, 1, 1, 3, 3],
    ],
    // cubic-bezier(0.42, 0, 0.58, 1) is 0.1292 at a quarter.
    [
      'follows its curve',
      [{ ...tween, interpolation: 'bezier', easing: 'easeInOut' }],
      [1, 1, 1.2583, 2, 3, 3],
    ],
    // cubic-bezier(0.25, 0.1, 0.25, 1) is 0.4085 at a quarter and 0.8024 at a half.
    [
      'uses the curve "ease" without an easing',
      [{ ...tween, interpolation: 'bezier' }],
      [1, 1, 1.817, 2.6048, 3, 3],
    ],
    ['starts with the clip by default', [{ from: 1, to: 3, length: 4 }], [1, 1.5, 1.75, 2, 2.5, 3]],
    ['starts and ends at 0 by default', [{ start: 1, length: 2 }], [0, 0, 0, 0, 0, 0]],
    ['is a step without a length', [{ from: 1, to: 3, start: 2 }], [1, 1, 1, 3, 3, 3]],
  ])('%s', (_, tweens, expected) => {
    expect(values(tweens, [0, 1, 1.5, 2, 3, 4])).toEqual(expected);
  });
});

describe('several tweens', () => {
  const rising = { from: 0, to: 1, start: 1, length: 1 };
  const falling = { from: 3, to: 2, start: 4, length: 1 };

  test('are connected linearly across a gap', () => {
    expect(values([rising, falling], [0, 1.5, 2, 3, 3.5, 4, 4.5, 5, 6])).toEqual([
      0, 0.5, 1, 2, 2.5, 3, 2.5, 2, 2,
    ]);
  });

  test('can be listed in any order', () => {
    expect(values([falling, rising], [0, 1.5, 3, 4.5])).toEqual([0, 0.5, 2, 2.5]);
  });

  test('that touch jump at the exact moment, which sums of floats would miss', () => {
    // In floats, 0.1 + 0.2 is more than 0.3.
    const first = { from: 1, to: 1, start: 0.1, length: 0.2, interpolation: 'constant' } as const;
    expect(values([first, { from: 5, to: 5, start: 0.3, length: 1 }], [0.2999, 0.3])).toEqual([1, 5]);
    expect(values([{ ...first, to: 9 }], [0.2999, 0.3])).toEqual([1, 9]);
  });
});

test('huge numbers are clamped', () => {
  expect(values([{ from: -1e300, to: 1e300, length: 1 }], [0, 0.5, 1])).toEqual([-1e6, 0, 1e6]);
  expect(values(1e300, [0])).toEqual([1e6]);
});
