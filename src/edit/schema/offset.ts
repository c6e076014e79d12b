import { z } from 'zod';
import { animated } from './tween.ts';

export const Offset = z.strictObject({
  x: animated(z.number().min(-10).max(10))
    .optional()
    .describe(
      'Fraction of the viewport width, -10 to 10, positive to the right, or a list of tweens. Default 0.',
    ),
  y: animated(z.number().min(-10).max(10))
    .optional()
    .describe(
      'Fraction of the viewport height, -10 to 10, positive upwards, or a list of tweens. Default 0.',
    ),
});

/** A shift relative to a position. */
export type Offset = z.infer<typeof Offset>;
