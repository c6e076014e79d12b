import { z } from 'zod';
import { defineObject, field } from './fields.ts';
import { animated } from './tween.ts';

const Shift = animated(z.number().min(-10).max(10));

export const Offset = defineObject('Offset', 'Offset from a position.', {
  x: field(
    Shift,
    'Horizontal offset as a fraction of the viewport width, -10 to 10, or a list of tweens. Positive moves right.',
    0,
  ),
  y: field(
    Shift,
    'Vertical offset as a fraction of the viewport height, -10 to 10, or a list of tweens. Positive moves up.',
    0,
  ),
});
