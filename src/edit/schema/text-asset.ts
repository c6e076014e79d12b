import { z } from 'zod';
import { Color, field, Fraction, NonNegative, Text, WholePixels } from './fields.ts';

export const HORIZONTAL = ['left', 'center', 'right'] as const;

export const Horizontal = field(z.enum(HORIZONTAL), 'Where in the box from left to right.', 'center');

export const Opacity = field(Fraction, '0 (transparent) to 1 (opaque).', 1);

export const CornerRadius = field(NonNegative, 'Radius of the corners in pixels, 0 or more.', 0);

export const TextFont = z
  .strictObject({
    family: field(Text, 'Name of the font family.', 'Open Sans'),
    color: field(Color, 'Colour of the text, "#RRGGBB".', '#ffffff'),
    opacity: Opacity,
    size: field(WholePixels, 'Size in pixels, whole, 1 or more.', 32),
    weight: field(z.int().min(1).max(1000), 'Whole, 1 to 1000; 400 is regular, 700 bold.', 400),
    lineHeight: field(NonNegative, 'Line height as a multiple of the size, 0 or more.', 1),
  })
  .meta({ id: 'TextFont', description: 'The letters of a text asset.' });

export const TextBackground = z
  .strictObject({
    color: field(Color, 'Colour behind the text, "#RRGGBB". Without it there is no background.'),
    opacity: Opacity,
    padding: field(z.number().min(0).max(100), 'Pixels around the text, 0 to 100.', 0),
    borderRadius: CornerRadius,
    wrap: field(z.boolean(), 'Not for this asset; use a rich-text asset.', false),
  })
  .meta({ id: 'TextBackground', description: 'The box behind a text asset.' });

export const TextAlignment = z
  .strictObject({
    horizontal: Horizontal,
    vertical: field(z.enum(['top', 'center', 'bottom']), 'Where in the box from top to bottom.', 'center'),
  })
  .meta({ id: 'TextAlignment', description: 'Where a text asset stands in its box.' });

const TextStroke = z
  .strictObject({
    width: field(z.number().min(0).max(10), 'Pixels, 0 to 10.', 0),
    color: field(Color, '"#RRGGBB". Without it there is no line.'),
  })
  .meta({ id: 'TextStroke', description: 'A line around the letters of a text asset.' });

const TextAnimation = z
  .strictObject({
    preset: z.literal('typewriter').describe('The letters appear one after the other.'),
    duration: field(z.number().min(0.1).max(30), 'Seconds, 0.1 to 30. Default: from the length of the text.'),
  })
  .meta({ id: 'TextAnimation', description: 'How a text asset appears.' });

export const TextAsset = z
  .strictObject({
    type: z.literal('text').describe('Plain text.'),
    text: Text.describe('The text; a line break starts a new line.'),
    width: field(WholePixels, 'Width of the box in whole pixels; the text wraps. Default: the viewport.'),
    height: field(
      WholePixels,
      'Height of the box in whole pixels; what does not fit is hidden. Default: the viewport.',
    ),
    font: field(TextFont, 'How the letters look.'),
    background: field(TextBackground, 'What is behind the text.'),
    alignment: field(TextAlignment, 'Where in its box the text stands.'),
    stroke: field(TextStroke, 'A line around the letters.'),
    animation: field(TextAnimation, 'How the text appears.'),
    ellipsis: field(Text, 'Stands where a text too long for its box is cut. Default: nothing.'),
  })
  .meta({ id: 'TextAsset', description: 'Plain text.' });

/** The letters of a text asset. */
export type TextFont = z.infer<typeof TextFont>;
/** The box behind a text asset. */
export type TextBackground = z.infer<typeof TextBackground>;
/** Where a text asset stands in its box. */
export type TextAlignment = z.infer<typeof TextAlignment>;
/** Plain text. */
export type TextAsset = z.infer<typeof TextAsset>;
