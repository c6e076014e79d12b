import { expect, it } from 'vitest';
import { toSeconds } from '../../../base/time.ts';
import { EASINGS } from '../../../edit/schema/values.ts';
import { toAnimatedNumber } from '../../../render/resolve/animated-number.ts';
import { playedAt, type SpeedRamp } from '../../../render/resolve/speed-ramp.ts';
import { valueAt } from '../../../render/resolve/tween.ts';
import { cutTweens, integrateTweens } from './cut-tweens.ts';

const OWN: [number, number, number, number] = [0.2, 3, 0.8, -2];

const SPRING = { type: 'spring', bounce: 0.6 } as const;

it.each([...EASINGS, OWN, SPRING])('the integral of tweens is that of the engine: %s', (easing) => {
  const tweens = [
    { from: 2, to: 3, start: 4, length: 0.5, interpolation: 'constant' as const },
    { from: 1, to: -1.5, start: 0.4, length: 2, interpolation: 'bezier' as const, easing },
    { from: 0.5, to: 0.8, start: 3, length: 0 },
  ];
  // Tweens are no plain number.
  const ramp = toAnimatedNumber(tweens, 1) as SpeedRamp;
  for (let tenth = 0; tenth <= 60; tenth++) {
    const played = playedAt(ramp, toSeconds(tenth / 10)).valueOf();
    // Simpson's rule of the engine is less exact where a curve is steep.
    expect(integrateTweens(tweens, tenth / 10)).toBeCloseTo(played, easing === 'easeInOutExpo' ? 3 : 5);
  }
});

it('before its beginning, tweens stay what they are there', () => {
  expect(integrateTweens([{ from: 2, to: 5, start: 1, length: 1 }], -3)).toBe(-6);
  expect(integrateTweens([{ from: '{{ A }}', to: 5 }], 1)).toBeUndefined();
});

it.each([0, 0.3, 0.9])('the second half of a spring with a bounce of %s moves as before', (bounce) => {
  const easing = { type: 'spring', bounce } as const;
  const tween = { from: 10, to: 20, start: 0.2, length: 1.6, interpolation: 'bezier' as const, easing };
  const cut = cutTweens([tween], { from: 0.4, to: 2 });
  const [whole, part] = [toAnimatedNumber([tween], 0), toAnimatedNumber(cut, 0)];
  for (let step = 0; step <= 64; step++) {
    const time = step / 40;
    expect(valueAt(part, toSeconds(time))).toBeCloseTo(valueAt(whole, toSeconds(time + 0.4)), 1);
  }
  expect(cutTweens([tween], { from: 0, to: 2 })).toEqual([tween]);
});
