import { z } from 'zod';
import { USUAL_BOUNCE } from '../../base/vocabulary/spring.ts';
import { mustBe } from '../problems/messages.ts';
import { MAX_PROBLEMS } from '../problems/problem.ts';
import { defineObject, field, Fraction, NonNegativeSeconds, SpeedFactor } from './fields.ts';
import { listOf } from './list.ts';
import { findTweenOverlaps } from './tween-overlaps.ts';
import { EASINGS, INTERPOLATIONS, VOLUME_EFFECTS } from './values.ts';

const FOUR_NUMBERS = 'must be four numbers, of which the first and the third are 0 to 1';

/** True if the two control points of a curve are within its time. */
function isCurve([x1 = 0, , x2 = 0]: readonly number[]): boolean {
  return [x1, x2].every((x) => x >= 0 && x <= 1);
}

/** The two control points of a curve of one's own: x1, y1, x2 and y2. */
const EasingCurve = listOf(z.number())
  .length(4, FOUR_NUMBERS)
  .refine((numbers) => numbers.length !== 4 || isCurve(numbers), {
    error: FOUR_NUMBERS,
    params: { code: 'out_of_range' },
  });

const SpringEasing = defineObject('SpringEasing', 'Movement of a mass on a spring, which ends at rest.', {
  type: z.literal('spring').describe('Kind of curve.'),
  bounce: field(
    z.number().min(0).max(0.9),
    'How much it swings beyond its end, from 0 (not at all) to 0.9. At 0.3 by 5 percent of the way, at 0.5 by 16.',
    USUAL_BOUNCE,
  ),
});

/** The curve of a movement, one of some names or with numbers of its own. */
export function easingOf<const Name extends string>(names: readonly Name[]) {
  return z.union(
    [z.enum(names), EasingCurve, SpringEasing],
    mustBe(
      'the name of an easing, such as "easeInOut", or its four numbers, such as [0.42, 0, 0.58, 1], or {"type": "spring", "bounce": 0.3}',
    ),
  );
}

/** The fields of a tween, apart from its values. */
const progress = {
  start: field(NonNegativeSeconds, 'Start of the tween in seconds from the start of the clip, 0 or more.', 0),
  length: field(NonNegativeSeconds, 'Length of the tween in seconds, 0 or more. 0 makes a step.', 0),
  interpolation: field(
    z.enum(INTERPOLATIONS),
    'How the value moves between "from" and "to". "linear" moves steadily, "bezier" follows the curve in "easing", "constant" keeps "from" until the tween ends.',
    'linear',
  ),
  easing: field(
    easingOf(EASINGS),
    'Curve of a "bezier" interpolation: a name, the four numbers x1, y1, x2 and y2 of "cubic-bezier" in CSS, of which x1 and x2 are 0 to 1, or a spring. Other interpolations ignore it.',
    'ease',
  ),
};

export const Tween = defineObject('Tween', 'One step of an animated number.', {
  from: field(z.number(), 'Value at the start of the tween.', 0),
  to: field(z.number(), 'Value at the end of the tween.', 0),
  ...progress,
});

const SpeedOrReverse = z.number().min(-10).max(10);

const VolumeTween = defineObject('VolumeTween', 'One step of an animated volume.', {
  from: field(Fraction, 'Volume at the start of the tween, 0 (silent) to 1 (as recorded).', 0),
  to: field(Fraction, 'Volume at the end of the tween, 0 (silent) to 1 (as recorded).', 0),
  ...progress,
});

const PlaybackTween = defineObject('PlaybackTween', 'One step of an animated speed.', {
  from: field(
    SpeedOrReverse,
    'Speed at the start of the tween, -10 to 10. Below 0, the file plays backwards.',
    0,
  ),
  to: field(
    SpeedOrReverse,
    'Speed at the end of the tween, -10 to 10. Below 0, the file plays backwards.',
    0,
  ),
  ...progress,
});

/** One step of an animated number. */
export type Tween = z.infer<typeof Tween>;

/**
 * Returns a schema that accepts a number or a list of tweens (contract C9).
 *
 * @param limits of the values of the tweens, which must not overlap then. By default, the values have none, and the rules
 *   of clips report overlaps.
 */
export function animated<Value extends z.ZodType<number>>(
  value: Value,
  limits?: Limits,
): z.ZodUnion<readonly [Value, z.ZodArray<typeof Tween>]> {
  const tweens = limits ? listOf(Tween).check(checkLimits(limits)) : listOf(Tween);
  return z.union([value, tweens], NUMBER_OR_TWEENS);
}

/** Returns a schema of a number from `minimum` to `maximum`, or a list of tweens between such numbers. */
export function animatedWithin(minimum: number, maximum: number) {
  return animated(z.number().min(minimum).max(maximum), { minimum, maximum });
}

/** The least and the greatest value of an animated number. */
interface Limits {
  readonly minimum: number;
  readonly maximum: number;
}

/** Returns a check that the values of tweens are within limits, and that they do not overlap. */
function checkLimits({ minimum, maximum }: Limits): z.core.CheckFn<Tween[]> {
  return ({ value, issues }) => {
    for (const [index, { from = 0, to = 0 }] of value.entries()) {
      if (issues.length >= MAX_PROBLEMS) return;
      for (const [name, input] of Object.entries({ from, to })) {
        const at = { origin: 'number' as const, input, path: [index, name], inclusive: true };
        if (input < minimum) issues.push({ ...at, code: 'too_small', minimum });
        if (input > maximum) issues.push({ ...at, code: 'too_big', maximum });
      }
    }
    for (const { index, phrase } of findTweenOverlaps(value).slice(0, MAX_PROBLEMS))
      issues.push({
        code: 'custom',
        input: value[index],
        path: [index],
        message: phrase,
        params: { code: 'overlap' },
      });
  };
}

const NUMBER_OR_TWEENS = mustBe('a number or a list of tweens');

export const Volume = field(
  z.union([Fraction, listOf(VolumeTween)], NUMBER_OR_TWEENS),
  'Volume from 0 (silent) to 1 (as recorded), or a list of tweens.',
  1,
);

export const AnimatedSpeed = field(
  z.union([SpeedFactor, listOf(PlaybackTween)], NUMBER_OR_TWEENS),
  'Playback speed as a factor, 0 (frozen) to 10, or a list of tweens. 2 plays the file in half the time. With tweens, the file plays on from its trim by the speed of each moment, backwards below 0, and the clip needs a length in seconds. Its sound is silent where the speed is 0 or less.',
  1,
);

export const VolumeEffect = field(
  z.enum(VOLUME_EFFECTS),
  'Fades the sound: "fadeIn" at the start, "fadeOut" at the end, "fadeInFadeOut" at both. A fade lasts 2 seconds, or half of the clip if that is shorter. No effect on a volume with tweens.',
  'none',
);
