import { expect, it } from 'vitest';
import { toAnimatedNumber } from '../../../render/resolve/animated-number.ts';
import { valueAt } from '../../../render/resolve/tween.ts';
import { toSeconds } from '../../../base/time.ts';
import { setKeyframe } from './set-keyframe.ts';

const RISE = { from: 0, to: 1, start: 1, length: 2 };
const EASED = { ...RISE, interpolation: 'bezier', easing: 'easeInOut' };
const HELD = { ...RISE, interpolation: 'constant' };
const LATER = { from: 1, to: 4, start: 5, length: 1 };

const at = (tweens: readonly object[] | undefined, time: number): number =>
  valueAt(toAnimatedNumber(tweens, NaN), toSeconds(time));

it.each([
  ['before the first step', [RISE], 0.5, [1, 2, 3]],
  ['at the beginning of a step', [RISE], 1, [3]],
  ['within a straight step', [RISE], 1.5, [1, 3]],
  ['within a curve', [EASED], 2.2, [1, 3]],
  ['within a step that holds', [HELD], 2, [1, 1.9, 3]],
  ['at the end of a step', [RISE], 3, [1]],
  ['within a gap', [RISE, LATER], 4, [1, 3, 5, 6]],
  ['at the end of a gap', [RISE, LATER], 5, [1, 3, 6]],
  ['after the last step', [RISE, LATER], 8, [1, 3, 5, 6]],
  ['where two steps meet', [RISE, { from: 1, to: 0, start: 3, length: 1 }], 3, [1, 4]],
  ['where the value jumps', [RISE, { from: 7, to: 0, start: 3, length: 1 }], 3, [1, 2.9, 4]],
  ['at a step without length', [RISE, { from: 1, to: 3, start: 4 }], 4, [1, 3, 3.9]],
  ['in tweens without order', [LATER, RISE], 2, [1, 3, 5, 6]],
])('has the value %s, and the old one elsewhere', (_where, tweens, time, kept) => {
  const changed = setKeyframe(tweens, time, 0.3, 0.02);
  expect(at(changed, time)).toBeCloseTo(0.3, 6);
  for (const moment of kept) expect(at(changed, moment)).toBeCloseTo(at(tweens, moment), 6);
});

it('changes nothing but the end of the step that is there', () => {
  expect(setKeyframe([{ ...EASED, from: 0.1 }, LATER], 3.01, 2, 0.02)).toEqual([
    { ...EASED, from: 0.1, to: 2 },
    LATER,
  ]);
});

it('leaves tweens with placeholders', () => {
  expect(setKeyframe([{ ...RISE, to: '{{ END }}' }], 1, 2, 0.02)).toBeUndefined();
});
