import { expect, it, test } from 'vitest';
import { EASING_CURVES } from '../../base/vocabulary/easing-curves.ts';
import { EASINGS } from '../../edit/schema/values.ts';
import type { Easing } from '../resolve/animated-number.ts';
import { ease } from './easing.ts';

/** The middle of each curve: (1 + 3 x1 + 3 x2) / 8 of the time and (1 + 3 y1 + 3 y2) / 8 of the distance. */
const MIDDLES: readonly [Easing, number, number][] = [
  ['ease', 0.3125, 0.5375],
  ['easeOutSine', 0.483125, 0.715625],
  ['easeIn', 0.6575, 0.5],
  ['easeOutExpo', 0.27875, 0.875],
  ['easeOut', 0.3425, 0.5],
  ['easeOutCirc', 0.215, 0.8075],
  ['easeInOut', 0.5, 0.5],
  ['easeOutBack', 0.310625, 0.935],
  ['easeInQuad', 0.58625, 0.355625],
  ['easeInOutQuad', 0.48875, 0.494375],
  ['easeInCubic', 0.584375, 0.216875],
  ['easeInOutCubic', 0.5, 0.516875],
  ['easeInQuart', 0.7175, 0.21875],
  ['easeInOutQuart', 0.479375, 0.5],
  ['easeInQuint', 0.72875, 0.16625],
  ['easeInOutQuint', 0.47375, 0.5],
  ['easeInSine', 0.580625, 0.393125],
  ['easeInOutSine', 0.498125, 0.5],
  ['easeInExpo', 0.779375, 0.156875],
  ['easeInOutExpo', 0.5, 0.5],
  ['easeInCirc', 0.7175, 0.265625],
  ['easeInOutCirc', 0.475625, 0.498125],
  ['easeInBack', 0.625625, 0.036875],
  ['easeInOutBack', 0.479375, 0.5],
  ['easeOutQuad', 0.3875, 0.65],
  ['easeOutCubic', 0.33875, 0.72875],
  ['easeOutQuart', 0.351875, 0.815],
  ['easeOutQuint', 0.33125, 0.875],
];

it.each(MIDDLES)('%s passes its middle at %s of the time: %s', (easing, time, way) => {
  expect(ease(easing, time)).toBeCloseTo(way, 5);
});

it.each(MIDDLES)('%s begins at 0 and ends at 1', (easing) => {
  expect([ease(easing, 0), ease(easing, 1)]).toEqual([0, 1]);
});

test('the Back curves leave the range from 0 to 1 on one side or on both', () => {
  const ends = (easing: Easing): boolean[] => [ease(easing, 0.2) < 0, ease(easing, 0.8) > 1];
  expect([ends('easeInBack'), ends('easeOutBack'), ends('easeInOutBack')]).toEqual([
    [true, false],
    [false, true],
    [true, true],
  ]);
});

test('all easings of the contract are tested', () => {
  expect(MIDDLES.map(([easing]) => easing).sort()).toEqual([...EASINGS].sort());
});

it.each(EASINGS)('four numbers are the same curve as their name, such as %s', (easing) => {
  const own = [...EASING_CURVES[easing]];
  for (const progress of [0, 0.2, 0.5, 0.9, 1]) expect(ease(own, progress)).toBe(ease(easing, progress));
});
