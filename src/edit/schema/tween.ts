import { z } from 'zod';
import { expecting } from './expecting.ts';
import { NotNegative, Seconds } from './fields.ts';
import { listOf } from './list.ts';
import { EASINGS, INTERPOLATIONS, VOLUME_EFFECTS } from './values.ts';

export const Tween = z.strictObject({
  from: z.number().optional().describe('Value at the start of the tween. Default 0.'),
  to: z.number().optional().describe('Value at the end of the tween. Default 0.'),
  start: Seconds.optional().describe(
    'When the tween starts, in seconds after the start of the clip, 0 or more.',
  ),
  length: NotNegative.optional().describe('How long the tween takes, in seconds, 0 or more.'),
  interpolation: z
    .enum(INTERPOLATIONS)
    .optional()
    .describe('How values between from and to are found. Default linear.'),
  easing: z.enum(EASINGS).optional().describe('The curve of a bezier interpolation. Default ease.'),
});

/** One step of an animated number. */
export type Tween = z.infer<typeof Tween>;

/** A number that may also be animated by a list of tweens (contract C9). */
export function animated<Value extends z.ZodType<number>>(
  value: Value,
): z.ZodUnion<readonly [Value, z.ZodArray<typeof Tween>]> {
  return z.union([value, listOf(Tween)], expecting('a number or a list of tweens'));
}

export const Volume = animated(z.number().min(0).max(1)).describe(
  'Loudness, 0 (silent) to 1 (as recorded), or a list of tweens. Default 1.',
);

export const VolumeEffect = z
  .enum(VOLUME_EFFECTS)
  .describe('Fades the sound in, out or both, over up to 2 seconds each. Default none.');
