import { z } from 'zod';
import { expecting } from './expecting.ts';
import { Color, Fraction, NotNegative } from './fields.ts';
import { listOf } from './list.ts';
import { HORIZONTAL } from './text-asset.ts';

export const DIRECTIONS = ['left', 'right', 'up', 'down'] as const;

const Opacity = Fraction.describe('0 (transparent) to 1 (opaque). Default 1.');

export const FontWeight = z
  .union(
    [z.int().min(1).max(1000), z.string()],
    expecting('a number from 1 to 1000, or a word such as "bold"'),
  )
  .describe('1 to 1000, as a number or a string, or a word such as bold. Default 400.');

export const FontSize = z.int().min(1).max(500);

export const RichTextStroke = z.strictObject({
  width: NotNegative.optional().describe('Pixels, 0 or more. Default 0.'),
  color: Color.optional().describe('"#RRGGBB". Default #000000.'),
  opacity: Opacity.optional(),
});

export const RichTextFont = z.strictObject({
  family: z.string().optional().describe('Name of the font family. Default Open Sans.'),
  size: FontSize.optional().describe('Size in pixels, whole, 1 to 500. Default 24.'),
  weight: FontWeight.optional(),
  style: z.enum(['normal', 'italic']).optional().describe('Default normal.'),
  color: Color.optional().describe('Colour of the text, "#RRGGBB". Default #000000.'),
  opacity: Opacity.optional(),
  background: Color.optional().describe('Colour behind each line, "#RRGGBB". Default: none.'),
  stroke: RichTextStroke.optional().describe('A line around the letters.'),
});

export const RichTextGradient = z.strictObject({
  type: z.enum(['linear', 'radial']).optional().describe('Default linear.'),
  angle: z.number().min(0).max(360).optional().describe('Degrees, 0 to 360. Default 0.'),
  stops: listOf(
    z.strictObject({
      offset: Fraction.describe('Place along the gradient, 0 to 1.'),
      color: Color.describe('"#RRGGBB".'),
    }),
  )
    .min(2)
    .describe('The colours, at least two.'),
});

export const TextDecoration = z.enum(['none', 'underline', 'line-through']).describe('Default none.');
export const LetterSpacing = z.number().describe('Pixels between letters. Default 0.');
export const LineHeight = z.number().min(0).max(10).describe('Multiple of the size, 0 to 10. Default 1.2.');
export const TextTransform = z
  .enum(['none', 'uppercase', 'lowercase', 'capitalize'])
  .describe('Changes the letters. Default none.');

export const RichTextStyle = z.strictObject({
  letterSpacing: LetterSpacing.optional(),
  wordSpacing: NotNegative.optional().describe('Pixels between words, 0 or more. Default 0.'),
  lineHeight: LineHeight.optional(),
  textTransform: TextTransform.optional(),
  textDecoration: TextDecoration.optional(),
  gradient: RichTextGradient.optional().describe('Colours the text with a gradient.'),
});

export const RichTextShadow = z.strictObject({
  offsetX: z.number().optional().describe('Pixels to the right. Default 0.'),
  offsetY: z.number().optional().describe('Pixels downwards. Default 0.'),
  blur: NotNegative.optional().describe('Pixels, 0 or more. Default 0.'),
  color: Color.optional().describe('"#RRGGBB". Default #000000.'),
  opacity: Fraction.optional().describe('0 (transparent) to 1 (opaque). Default 0.5.'),
});

export const RichTextBackground = z.strictObject({
  color: Color.optional().describe('"#RRGGBB". Without it there is no background.'),
  opacity: Opacity.optional(),
  borderRadius: NotNegative.optional().describe('Radius of the corners in pixels, 0 or more. Default 0.'),
  wrap: z.boolean().optional().describe('True: only as large as the text. Default false: the whole box.'),
  padding: z.int().min(0).max(200).optional().describe('Whole pixels around the text, 0 to 200. Default 0.'),
});

export const RichTextBorder = z.strictObject({
  width: NotNegative.optional().describe('Pixels, 0 or more. Default 0.'),
  color: Color.optional().describe('"#RRGGBB". Default #000000.'),
  opacity: Opacity.optional(),
  radius: NotNegative.optional().describe('Radius of the corners in pixels, 0 or more. Default 0.'),
});

const Side = NotNegative.optional().describe('Pixels, 0 or more. Default 0.');

export const RichTextPadding = z
  .union(
    [NotNegative, z.strictObject({ top: Side, right: Side, bottom: Side, left: Side })],
    expecting('a number of pixels from 0, or an object with top, right, bottom and left'),
  )
  .describe('Pixels between the box and the text: one number, or one for each side. Default 0.');

export const RichTextAlignment = z.strictObject({
  horizontal: z.enum(HORIZONTAL).optional().describe('Default center.'),
  vertical: z.enum(['top', 'middle', 'bottom']).optional().describe('Default middle.'),
});

export const RichTextAnimation = z.strictObject({
  preset: z
    .enum(['fadeIn', 'slideIn', 'typewriter', 'ascend', 'shift', 'movingLetters'])
    .describe('How the text appears.'),
  duration: z
    .number()
    .min(0.1)
    .max(30)
    .optional()
    .describe('Seconds, 0.1 to 30. Default: from the length of the text.'),
  style: z.enum(['character', 'word']).optional().describe('What appears at once. Default: by the preset.'),
  direction: z.enum(DIRECTIONS).optional().describe('Where the text moves. Default: by the preset.'),
});

/** The parts that rich-text and rich-caption assets share. */
export const richTextBox = {
  stroke: RichTextStroke.optional().describe('A line around the letters.'),
  shadow: RichTextShadow.optional().describe('A shadow behind the letters.'),
  background: RichTextBackground.optional().describe('What is behind the text.'),
  border: RichTextBorder.optional().describe('A line around the box.'),
  padding: RichTextPadding.optional(),
  align: RichTextAlignment.optional().describe('Where in its box the text stands.'),
};

export const RichTextAsset = z.strictObject({
  type: z.literal('rich-text').describe('Text with style, shadow, border and animation.'),
  text: z.string().max(5000).describe('The text, at most 5000 characters; a line break starts a new line.'),
  font: RichTextFont.optional().describe('How the letters look.'),
  style: RichTextStyle.optional().describe('Spacing, line height and decoration.'),
  ...richTextBox,
  animation: RichTextAnimation.optional().describe('How the text appears.'),
});

/** Text with style, shadow, border and animation. */
export type RichTextAsset = z.infer<typeof RichTextAsset>;
