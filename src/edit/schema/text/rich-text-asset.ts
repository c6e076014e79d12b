import { z } from 'zod';
import { pixels } from '../../lengths/pixels.ts';
import { mustBe } from '../../problems/messages.ts';
import {
  Color,
  createEitherRule,
  defineObject,
  field,
  FontFamily,
  Fraction,
  NonNegativePixels,
  opacityField,
  Text,
} from '../fields.ts';
import { listOf } from '../list.ts';
import {
  FontSize,
  FontStyle,
  FontWeight,
  GradientField,
  LetterSpacing,
  LineHeight,
  RichTextStroke,
  StrokeColor,
  StrokeWidth,
  TextDecoration,
  TextTransform,
} from './letter-fields.ts';
import { checkTextSource, MAX_SPANS, MAX_SPAN_CHARACTERS, RichTextSpan } from './rich-text-span.ts';
import { CornerRadius, Horizontal, LeastSize, Opacity } from './text-asset.ts';

export const DIRECTIONS = ['left', 'right', 'up', 'down'] as const;

const RichTextFont = defineObject('RichTextFont', 'Font of a rich text.', {
  family: field(FontFamily, 'Name of the font family.', 'Open Sans'),
  size: FontSize,
  minSize: LeastSize,
  weight: FontWeight,
  style: FontStyle,
  color: field(Color, 'Colour of the text, in the form "#RRGGBB" or "#RGB".', '#000000'),
  opacity: Opacity,
  background: field(
    Color,
    'Highlight colour behind each line, in the form "#RRGGBB" or "#RGB". Default: no highlight.',
  ),
  stroke: field(RichTextStroke, 'Outline of the letters. It takes precedence over "stroke" of the asset.'),
});

const RichTextStyle = defineObject(
  'RichTextStyle',
  'Spacing, line height, letter case and decoration of a rich text.',
  {
    letterSpacing: LetterSpacing,
    wordSpacing: field(NonNegativePixels, 'Additional space between words in pixels, 0 or more.', 0),
    lineHeight: LineHeight,
    textTransform: TextTransform,
    textDecoration: TextDecoration,
    gradient: GradientField,
  },
);

export const RichTextShadow = defineObject('RichTextShadow', 'Shadow of letters.', {
  offsetX: field(pixels(z.number()), 'Horizontal offset of the shadow in pixels. Positive moves right.', 0),
  offsetY: field(pixels(z.number()), 'Vertical offset of the shadow in pixels. Positive moves down.', 0),
  blur: field(NonNegativePixels, 'Blur of the shadow in pixels, 0 or more.', 0),
  color: field(Color, 'Shadow colour, in the form "#RRGGBB" or "#RGB".', '#000000'),
  opacity: opacityField(0.5),
});

const RichTextBackground = defineObject('RichTextBackground', 'Background of a rich text.', {
  color: field(Color, 'Background colour, in the form "#RRGGBB" or "#RGB". Default: no background.'),
  opacity: Opacity,
  borderRadius: CornerRadius,
  wrap: field(
    z.boolean(),
    'If true, the background is only as large as the text. If false, it fills the whole box.',
    false,
  ),
  padding: field(pixels(z.int().min(0).max(200)), 'Padding around the text in whole pixels, 0 to 200.', 0),
});

const RichTextBorder = defineObject('RichTextBorder', 'Border of the box of a rich text.', {
  width: StrokeWidth,
  color: StrokeColor,
  // The interface names this range, so a number outside it is refused and not clamped (contract C63).
  opacity: field(Fraction, 'Opacity from 0 (transparent) to 1 (opaque).', 1),
  radius: CornerRadius,
});

const Side = field(NonNegativePixels, 'Padding on this side in pixels, 0 or more.', 0);

const Sides = z.strictObject({ top: Side, right: Side, bottom: Side, left: Side }).meta({
  id: 'RichTextPadding',
  description: 'Padding between the box and the text, one number for each side.',
});

const RichTextPadding = field(
  z.union(
    [NonNegativePixels, Sides],
    mustBe(
      'a number of pixels (0 or more), a length such as "2vmin" or an object with top, right, bottom and left',
    ),
  ),
  'Padding between the box and the text in pixels, 0 or more: one number for all sides, or an object with one for each side.',
  0,
);

const RichTextAlignment = defineObject('RichTextAlignment', 'Alignment of a rich text in its box.', {
  horizontal: Horizontal,
  vertical: field(z.enum(['top', 'middle', 'bottom']), 'Vertical alignment in the box.', 'middle'),
});

const RichTextAnimation = defineObject('RichTextAnimation', 'Animation with which a rich text appears.', {
  preset: z
    .enum(['fadeIn', 'slideIn', 'typewriter', 'ascend', 'shift', 'movingLetters'])
    .describe(
      'Animation preset. "movingLetters" lasts as long as the clip. The others end when the whole text is visible.',
    ),
  duration: field(
    z.number().min(0.1).max(30),
    'Duration of the animation in seconds, 0.1 to 30. Default: depends on the length of the text.',
  ),
  style: field(
    z.enum(['character', 'word']),
    'Unit that is animated: each character or each word. Default: depends on the preset.',
  ),
  direction: field(z.enum(DIRECTIONS), 'Direction of the movement. Default: depends on the preset.'),
});

/** The fields that rich-text and rich-caption assets share. */
export const richTextBox = {
  stroke: field(RichTextStroke, 'Outline of the letters.'),
  shadow: field(RichTextShadow, 'Shadow of the letters.'),
  background: field(RichTextBackground, 'Background of the text.'),
  border: field(RichTextBorder, 'Border of the box.'),
  padding: RichTextPadding,
  align: field(RichTextAlignment, 'Alignment of the text in its box.'),
};

export const RichTextAsset = z
  .strictObject({
    type: z.literal('rich-text').describe('Text with style, shadow, border and animation.'),
    text: field(
      Text.max(5000),
      'Text to show, at most 5000 characters. A line break starts a new line. Either "text" or "spans" is required.',
    ),
    spans: field(
      listOf(RichTextSpan).min(1).max(MAX_SPANS),
      `Text to show in parts with looks of their own, in place of "text". 1 to ${MAX_SPANS} parts, together at most ${MAX_SPAN_CHARACTERS} characters. An addition of Kinora.`,
    ),
    font: field(RichTextFont, 'Font of the text.'),
    style: field(RichTextStyle, 'Spacing, line height, letter case and decoration.'),
    ...richTextBox,
    animation: field(RichTextAnimation, 'Animation with which the text appears.'),
  })
  .superRefine(checkTextSource, { when: () => true })
  .meta({
    id: 'RichTextAsset',
    description: 'Text with style, shadow, border and animation.',
    allOf: [createEitherRule('text', 'spans')],
  });

/** Text with style, shadow, border and animation. */
export type RichTextAsset = z.infer<typeof RichTextAsset>;
