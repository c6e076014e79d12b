import { z } from 'zod';
import { mustBe } from '../problems/messages.ts';
import { field, Fraction, NonNegative, NonNegativeSeconds } from './fields.ts';
import { listOf } from './list.ts';
import { EASINGS, INTERPOLATIONS, VOLUME_EFFECTS } from './values.ts';

export const Tween = z
  .strictObject({
    from: field(z.number(), 'Value at the start of the tween.', 0),
    to: field(z.number(), 'Value at the end of the tween.', 0),
    start: field(
      NonNegativeSeconds,
      'When the tween starts, in seconds after the start of the clip, 0 or more.',
      0,
    ),
    length: field(NonNegative, 'How long the tween takes, in seconds, 0 or more.', 0),
    interpolation: field(z.enum(INTERPOLATIONS), 'How values between from and to are found.', 'linear'),
    easing: field(z.enum(EASINGS), 'The curve of a bezier interpolation.', 'ease'),
  })
  .meta({ id: 'Tween', description: 'One step of an animated number.' });

/** One step of an animated number. */
export type Tween = z.infer<typeof Tween>;

/** A number that may also be animated by a list of tweens (contract C9). */
export function animated<Value extends z.ZodType<number>>(
  value: Value,
): z.ZodUnion<readonly [Value, z.ZodArray<typeof Tween>]> {
  return z.union([value, listOf(Tween)], mustBe('a number or a list of tweens'));
}

export const Volume = field(
  animated(Fraction),
  'Loudness, 0 (silent) to 1 (as recorded), or a list of tweens.',
  1,
);

export const VolumeEffect = field(
  z.enum(VOLUME_EFFECTS),
  'Fades the sound in, out or both, over up to 2 seconds each; not where its volume has tweens.',
  'none',
);
