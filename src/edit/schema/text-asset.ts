import { z } from 'zod';
import { Color, Fraction, NotNegative, WholePixels } from './fields.ts';

export const HORIZONTAL = ['left', 'center', 'right'] as const;

export const TextFont = z.strictObject({
  family: z.string().optional().describe('Name of the font family. Default Open Sans.'),
  color: Color.optional().describe('Colour of the text, "#RRGGBB". Default #ffffff.'),
  opacity: Fraction.optional().describe('0 (transparent) to 1 (opaque). Default 1.'),
  size: z.int().min(1).optional().describe('Size in pixels, whole, 1 or more. Default 32.'),
  weight: z.int().min(1).max(1000).optional().describe('1 to 1000; 400 is regular, 700 bold. Default 400.'),
  lineHeight: NotNegative.optional().describe('Line height as a multiple of the size, 0 or more. Default 1.'),
});

export const TextBackground = z.strictObject({
  color: Color.optional().describe('Colour behind the text, "#RRGGBB". Without it there is no background.'),
  opacity: Fraction.optional().describe('0 (transparent) to 1 (opaque). Default 1.'),
  padding: z.number().min(0).max(100).optional().describe('Pixels around the text, 0 to 100. Default 0.'),
  borderRadius: NotNegative.optional().describe('Radius of the corners in pixels, 0 or more. Default 0.'),
  wrap: z.boolean().optional().describe('Not for this asset; use a rich-text asset. Default false.'),
});

export const TextAlignment = z.strictObject({
  horizontal: z.enum(HORIZONTAL).optional().describe('Default center.'),
  vertical: z.enum(['top', 'center', 'bottom']).optional().describe('Default center.'),
});

export const TextAsset = z.strictObject({
  type: z.literal('text').describe('Plain text.'),
  text: z.string().describe('The text; a line break starts a new line.'),
  width: WholePixels.optional().describe(
    'Width of the box in pixels; the text wraps. Default: the viewport.',
  ),
  height: WholePixels.optional().describe(
    'Height of the box in pixels; what does not fit is hidden. Default: the viewport.',
  ),
  font: TextFont.optional().describe('How the letters look.'),
  background: TextBackground.optional().describe('What is behind the text.'),
  alignment: TextAlignment.optional().describe('Where in its box the text stands.'),
  stroke: z
    .strictObject({
      width: z.number().min(0).max(10).optional().describe('Pixels, 0 to 10. Default 0.'),
      color: Color.optional().describe('"#RRGGBB".'),
    })
    .optional()
    .describe('A line around the letters.'),
  animation: z
    .strictObject({
      preset: z.literal('typewriter').describe('The letters appear one after the other.'),
      duration: z.number().min(0.1).max(30).optional().describe('Seconds, 0.1 to 30.'),
    })
    .optional()
    .describe('How the text appears.'),
  ellipsis: z.string().optional().describe('Stands where a text too long for its box is cut.'),
});

/** The letters of a text asset. */
export type TextFont = z.infer<typeof TextFont>;
/** The box behind a text asset. */
export type TextBackground = z.infer<typeof TextBackground>;
/** Where a text asset stands in its box. */
export type TextAlignment = z.infer<typeof TextAlignment>;
/** Plain text. */
export type TextAsset = z.infer<typeof TextAsset>;
