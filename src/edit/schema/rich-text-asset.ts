import { z } from 'zod';
import { mustBe } from '../problems/messages.ts';
import { Color, field, Fraction, NonNegative, Text } from './fields.ts';
import { listOf } from './list.ts';
import { CornerRadius, Horizontal, Opacity } from './text-asset.ts';

export const DIRECTIONS = ['left', 'right', 'up', 'down'] as const;

export const FontWeight = field(
  z.union(
    [z.int().min(1).max(1000), z.string()],
    mustBe('a number from 1 to 1000, or a word such as "bold"'),
  ),
  '1 to 1000, as a number or a string, or a word such as bold.',
  400,
);

export const FontStyle = field(z.enum(['normal', 'italic']), 'Upright or slanted.', 'normal');

export const FontSize = field(z.int().min(1).max(500), 'Size in pixels, whole, 1 to 500.', 24);

const StrokeColor = field(Color, '"#RRGGBB".', '#000000');

const StrokeWidth = field(NonNegative, 'Pixels, 0 or more.', 0);

export const RichTextStroke = z
  .strictObject({ width: StrokeWidth, color: StrokeColor, opacity: Opacity })
  .meta({ id: 'RichTextStroke', description: 'A line around letters.' });

const RichTextFont = z
  .strictObject({
    family: field(Text, 'Name of the font family.', 'Open Sans'),
    size: FontSize,
    weight: FontWeight,
    style: FontStyle,
    color: field(Color, 'Colour of the text, "#RRGGBB".', '#000000'),
    opacity: Opacity,
    background: field(Color, 'Colour behind each line, "#RRGGBB". Default: none.'),
    stroke: field(RichTextStroke, 'A line around the letters.'),
  })
  .meta({ id: 'RichTextFont', description: 'The letters of a rich text.' });

const GradientStop = z
  .strictObject({
    offset: Fraction.describe('Place along the gradient, 0 to 1.'),
    color: Color.describe('"#RRGGBB".'),
  })
  .meta({ id: 'GradientStop', description: 'One colour of a gradient.' });

export const RichTextGradient = z
  .strictObject({
    type: field(z.enum(['linear', 'radial']), 'Along a line, or from the centre outwards.', 'linear'),
    angle: field(z.number().min(0).max(360), 'Degrees, 0 to 360.', 0),
    stops: listOf(GradientStop).min(2).describe('The colours, at least two.'),
  })
  .meta({ id: 'RichTextGradient', description: 'A gradient over the letters.' });

export const TextDecoration = field(
  z.enum(['none', 'underline', 'line-through']),
  'A line under or through the text.',
  'none',
);
export const LetterSpacing = field(z.number(), 'Pixels between letters.', 0);
export const LineHeight = field(z.number().min(0).max(10), 'Multiple of the size, 0 to 10.', 1.2);
export const TextTransform = field(
  z.enum(['none', 'uppercase', 'lowercase', 'capitalize']),
  'Changes the letters.',
  'none',
);
export const GradientField = field(RichTextGradient, 'Colours the text with a gradient.');

const RichTextStyle = z
  .strictObject({
    letterSpacing: LetterSpacing,
    wordSpacing: field(NonNegative, 'Pixels between words, 0 or more.', 0),
    lineHeight: LineHeight,
    textTransform: TextTransform,
    textDecoration: TextDecoration,
    gradient: GradientField,
  })
  .meta({ id: 'RichTextStyle', description: 'Spacing, line height and decoration of a rich text.' });

export const RichTextShadow = z
  .strictObject({
    offsetX: field(z.number(), 'Pixels to the right.', 0),
    offsetY: field(z.number(), 'Pixels downwards.', 0),
    blur: field(NonNegative, 'Pixels, 0 or more.', 0),
    color: field(Color, '"#RRGGBB".', '#000000'),
    opacity: field(Fraction, '0 (transparent) to 1 (opaque).', 0.5),
  })
  .meta({ id: 'RichTextShadow', description: 'A shadow behind letters.' });

const RichTextBackground = z
  .strictObject({
    color: field(Color, '"#RRGGBB". Without it there is no background.'),
    opacity: Opacity,
    borderRadius: CornerRadius,
    wrap: field(z.boolean(), 'True: only as large as the text; false: the whole box.', false),
    padding: field(z.int().min(0).max(200), 'Whole pixels around the text, 0 to 200.', 0),
  })
  .meta({ id: 'RichTextBackground', description: 'What is behind a rich text.' });

const RichTextBorder = z
  .strictObject({ width: StrokeWidth, color: StrokeColor, opacity: Opacity, radius: CornerRadius })
  .meta({ id: 'RichTextBorder', description: 'A line around the box of a rich text.' });

const Side = field(NonNegative, 'Pixels, 0 or more.', 0);

const Sides = z
  .strictObject({ top: Side, right: Side, bottom: Side, left: Side })
  .meta({ id: 'RichTextPadding', description: 'Pixels between the box and the text, for each side.' });

const RichTextPadding = field(
  z.union(
    [NonNegative, Sides],
    mustBe('a number of pixels from 0, or an object with top, right, bottom and left'),
  ),
  'Pixels between the box and the text, 0 or more: one number, or one for each side.',
  0,
);

const RichTextAlignment = z
  .strictObject({
    horizontal: Horizontal,
    vertical: field(z.enum(['top', 'middle', 'bottom']), 'Where in the box from top to bottom.', 'middle'),
  })
  .meta({ id: 'RichTextAlignment', description: 'Where a rich text stands in its box.' });

const RichTextAnimation = z
  .strictObject({
    preset: z
      .enum(['fadeIn', 'slideIn', 'typewriter', 'ascend', 'shift', 'movingLetters'])
      .describe('How the text appears.'),
    duration: field(z.number().min(0.1).max(30), 'Seconds, 0.1 to 30. Default: from the length of the text.'),
    style: field(z.enum(['character', 'word']), 'What appears at once. Default: by the preset.'),
    direction: field(z.enum(DIRECTIONS), 'Where the text moves. Default: by the preset.'),
  })
  .meta({ id: 'RichTextAnimation', description: 'How a rich text appears.' });

/** The parts that rich-text and rich-caption assets share. */
export const richTextBox = {
  stroke: field(RichTextStroke, 'A line around the letters.'),
  shadow: field(RichTextShadow, 'A shadow behind the letters.'),
  background: field(RichTextBackground, 'What is behind the text.'),
  border: field(RichTextBorder, 'A line around the box.'),
  padding: RichTextPadding,
  align: field(RichTextAlignment, 'Where in its box the text stands.'),
};

export const RichTextAsset = z
  .strictObject({
    type: z.literal('rich-text').describe('Text with style, shadow, border and animation.'),
    text: Text.max(5000).describe('The text, at most 5000 characters; a line break starts a new line.'),
    font: field(RichTextFont, 'How the letters look.'),
    style: field(RichTextStyle, 'Spacing, line height and decoration.'),
    ...richTextBox,
    animation: field(RichTextAnimation, 'How the text appears.'),
  })
  .meta({ id: 'RichTextAsset', description: 'Text with style, shadow, border and animation.' });

/** Text with style, shadow, border and animation. */
export type RichTextAsset = z.infer<typeof RichTextAsset>;
