import { z } from 'zod';
import { field } from './fields.ts';
import { animated } from './tween.ts';

const Shift = animated(z.number().min(-10).max(10));

export const Offset = z
  .strictObject({
    x: field(
      Shift,
      'Fraction of the viewport width, -10 to 10, positive to the right, or a list of tweens.',
      0,
    ),
    y: field(Shift, 'Fraction of the viewport height, -10 to 10, positive upwards, or a list of tweens.', 0),
  })
  .meta({ id: 'Offset', description: 'A shift relative to a position.' });

/** A shift relative to a position. */
export type Offset = z.infer<typeof Offset>;
