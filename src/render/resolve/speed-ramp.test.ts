import { describe, expect, it } from 'vitest';
import { toSeconds } from '../../base/time.ts';
import { EASINGS } from '../../edit/schema/values.ts';
import { toAnimatedNumber } from './animated-number.ts';
import { goesBack, playedAt, playedBefore, reachedAt, type SpeedRamp } from './speed-ramp.ts';
import { valueAt } from './tween.ts';

type Tweens = Parameters<typeof toAnimatedNumber>[0];

const rampOf = (tweens: Tweens): SpeedRamp => toAnimatedNumber(tweens, 1) as SpeedRamp;
const played = (tweens: Tweens, ...times: number[]): number[] =>
  times.map((time) => playedAt(rampOf(tweens), toSeconds(time)).valueOf());
const reached = (tweens: Tweens, second: number): number | undefined =>
  reachedAt(rampOf(tweens), toSeconds(second))?.valueOf();

const eased = { interpolation: 'bezier', easing: 'easeInOut' } as const;
const faster = { from: 1, to: 3, start: 1, length: 2 };

describe('the seconds that are played', () => {
  it.each<[string, Tweens, number[]]>([
    ['go by the mean of both speeds', [faster], [0, 1, 2.5, 5, 8]],
    ['of one speed are exact', [{ from: 0.1, to: 0.1 }], [0, 0.1, 0.2, 0.3, 0.4]],
    ['count backwards below 0', [{ from: 1, to: -1, start: 1, length: 2 }], [0, 1, 1.5, 1, 0]],
    [
      'of a constant tween jump at its end',
      [{ from: 1, to: 5, start: 1, length: 1, interpolation: 'constant' }],
      [0, 1, 2, 7, 12],
    ],
    ['of a step go on at the new speed', [{ from: 2, to: 4, start: 1 }], [0, 2, 6, 10, 14]],
    [
      'in a gap go from one speed to the next',
      [
        { from: 0, to: 0, length: 1 },
        { from: 2, to: 2, start: 2, length: 1 },
      ],
      [0, 0, 1, 3, 5],
    ],
  ])('%s', (_, tweens, expected) => {
    expect(played(tweens, 0, 1, 2, 3, 4).map((each) => Number(each.toFixed(9)))).toEqual(expected);
  });

  it.each(EASINGS)('of the easing %s are the sum of its speeds', (easing) => {
    const tweens: Tweens = [{ from: -1, to: 2, start: 0.5, length: 2, interpolation: 'bezier', easing }];
    const ramp = rampOf(tweens);
    let sum = 0;
    for (let index = 0; index < 6000; index++) sum += valueAt(ramp, toSeconds((index + 0.5) / 2000)) / 2000;
    expect(played(tweens, 3)[0]).toBeCloseTo(sum, 3);
  });
});

describe('the moment at which something is played', () => {
  it.each([0, 0.3, 1, 2.5, 4.999, 5, 11])('is the one that plays it: %d', (second) => {
    const time = reached([faster], second) ?? NaN;
    expect(played([faster], time)[0]).toBeCloseTo(second, 5);
  });

  it('is the first one, before the ramp turns back', () => {
    expect(reached([{ from: 1, to: -1, length: 2 }], 0.375)).toBeCloseTo(0.5, 5);
    expect(reached([{ from: 1, to: -1, length: 2 }], 0.51)).toBeUndefined();
    expect(reached([{ from: 1, to: 0, length: 2 }], 2)).toBeUndefined();
    const turning = [{ from: 1, to: -1, length: 2, ...eased }];
    const first = reached(turning, 0.3) ?? NaN;
    expect(first).toBeLessThan(1);
    expect(played(turning, first)[0]).toBeCloseTo(0.3, 5);
    expect(reached(turning, 0.7)).toBeUndefined();
  });
});

describe('the way back', () => {
  const lengthBack = (tweens: Tweens, end: number): number =>
    playedBefore(rampOf(tweens), toSeconds(end)).valueOf();

  it('is the longest one before the beginning', () => {
    expect(lengthBack([{ from: -1, to: 1, length: 2 }], 2)).toBe(0.5);
    expect(lengthBack([{ from: -1, to: 1, length: 2 }], 0.5)).toBe(0.375);
    const turning = [{ from: -1, to: 1, length: 2, ...eased }];
    expect(lengthBack(turning, 2)).toBeCloseTo(-(played(turning, 1)[0] ?? NaN), 5);
    expect(lengthBack(turning, 2)).toBeGreaterThan(0.6);
    expect(lengthBack([{ from: 1, to: -2, length: 2 }], 4)).toBe(5);
  });

  it('is known of a curve that leaves its ends', () => {
    const curve = { interpolation: 'bezier', easing: 'easeOutBack' } as const;
    expect(goesBack(rampOf([{ from: 1, to: 0, length: 2, ...curve }]))).toBe(true);
    expect(goesBack(rampOf([{ from: 1, to: 0, length: 2 }]))).toBe(false);
  });
});
