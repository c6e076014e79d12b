import { z } from 'zod';
import { AlphaBackground, AlphaColor, defineAsset, field, Fraction, WholePixels } from '../fields.ts';
import { CornerRadius } from '../text/text-asset.ts';
import { animated } from '../tween.ts';

/** The shapes of a progress, the default first. */
const PROGRESS_SHAPES = ['bar', 'ring'] as const;
/** The directions in which a bar fills, the default first. */
const PROGRESS_DIRECTIONS = ['right', 'left', 'up', 'down'] as const;

export const ProgressAsset = defineAsset('progress', 'Bar or ring that fills as time passes.', {
  shape: field(
    z.enum(PROGRESS_SHAPES),
    'Shape: "bar", or "ring", which fills clockwise from the top.',
    PROGRESS_SHAPES[0],
  ),
  value: field(
    animated(Fraction, { minimum: 0, maximum: 1 }),
    'How much is filled, 0 (nothing) to 1 (all), or a list of tweens. Default: it grows steadily, from 0 at the start of the clip to 1 at its end.',
  ),
  direction: field(z.enum(PROGRESS_DIRECTIONS), 'Direction in which a bar fills.', PROGRESS_DIRECTIONS[0]),
  color: field(
    AlphaColor,
    'Colour of the filled part, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first).',
    '#ffffff',
  ),
  background: field(
    AlphaBackground,
    'Colour of the whole bar or ring below, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first), or "transparent".',
    '#40ffffff',
  ),
  cornerRadius: CornerRadius,
  thickness: field(
    WholePixels,
    'Thickness of a ring in whole pixels, 1 or more. Default: a tenth of the shorter side of the box.',
  ),
  width: field(WholePixels, 'Width of the box in whole pixels, 1 or more. Default: the viewport.'),
  height: field(WholePixels, 'Height of the box in whole pixels, 1 or more. Default: the viewport.'),
});

/** Bar or ring that fills as time passes. */
export type ProgressAsset = z.infer<typeof ProgressAsset>;
