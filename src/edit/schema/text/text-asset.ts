import { z } from 'zod';
import { pixels } from '../../lengths/pixels.ts';
import {
  Color,
  defineAsset,
  defineObject,
  field,
  FontFamily,
  NonNegative,
  NonNegativePixels,
  opacityField,
  Text,
  WholePixels,
} from '../fields.ts';

const HORIZONTAL = ['left', 'center', 'right'] as const;

export const Horizontal = field(z.enum(HORIZONTAL), 'Horizontal alignment in the box.', 'center');

export const Opacity = opacityField(1);

export const CornerRadius = field(NonNegativePixels, 'Radius of the corners in pixels, 0 or more.', 0);

/** The least size of letters that shrink to fit their box. */
export const LeastSize = field(
  pixels(z.int().min(1).max(500)),
  'Least font size in whole pixels, 1 to 500. A text that does not fit its box gets the largest size from this one to the wanted one at which it fits. An addition of Kinora. Default: the text keeps its size.',
);

const TextFont = defineObject('TextFont', 'Font of a text asset.', {
  family: field(FontFamily, 'Name of the font family.', 'Open Sans'),
  color: field(Color, 'Colour of the text, in the form "#RRGGBB" or "#RGB".', '#ffffff'),
  opacity: Opacity,
  size: field(WholePixels, 'Font size in whole pixels, 1 or more.', 32),
  minSize: LeastSize,
  weight: field(
    z.int().min(1).max(1000),
    'Font weight, a whole number from 1 to 1000. 400 is regular, 700 is bold.',
    400,
  ),
  lineHeight: field(NonNegative, 'Line height as a multiple of the font size, 0 or more.', 1),
});

const TextBackground = defineObject('TextBackground', 'Background of a text asset.', {
  color: field(Color, 'Background colour, in the form "#RRGGBB" or "#RGB". Default: no background.'),
  opacity: Opacity,
  padding: field(pixels(z.number().min(0).max(100)), 'Padding around the text in pixels, 0 to 100.', 0),
  borderRadius: CornerRadius,
  wrap: field(
    z.boolean(),
    'Must be false. Only a "rich-text" asset can wrap its background around the text.',
    false,
  ),
});

const TextAlignment = defineObject('TextAlignment', 'Alignment of a text asset in its box.', {
  horizontal: Horizontal,
  vertical: field(z.enum(['top', 'center', 'bottom']), 'Vertical alignment in the box.', 'center'),
});

const TextStroke = defineObject('TextStroke', 'Outline of the letters of a text asset.', {
  width: field(pixels(z.number().min(0).max(10)), 'Stroke width in pixels, 0 to 10.', 0),
  color: field(Color, 'Stroke colour, in the form "#RRGGBB" or "#RGB". Default: no stroke.'),
});

const TextAnimation = defineObject('TextAnimation', 'Animation with which a text asset appears.', {
  preset: z.literal('typewriter').describe('"typewriter" shows one character after the other.'),
  duration: field(
    z.number().min(0.1).max(30),
    'Duration of the animation in seconds, 0.1 to 30. Default: depends on the length of the text.',
  ),
});

export const TextAsset = defineAsset('text', 'Plain text.', {
  text: Text.describe('Text to show. A line break starts a new line.'),
  width: field(
    WholePixels,
    'Width of the box in whole pixels, 1 or more. Lines wrap at this width. Default: the viewport.',
  ),
  height: field(
    WholePixels,
    'Height of the box in whole pixels, 1 or more. Text beyond it is hidden. Default: the viewport.',
  ),
  font: field(TextFont, 'Font of the text.'),
  background: field(TextBackground, 'Background of the text.'),
  alignment: field(TextAlignment, 'Alignment of the text in its box.'),
  stroke: field(TextStroke, 'Outline of the letters.'),
  animation: field(TextAnimation, 'Animation with which the text appears.'),
  ellipsis: field(
    Text,
    'Text that marks where a text is cut because it does not fit its box, such as "…". Default: nothing.',
  ),
});

/** Plain text. */
export type TextAsset = z.infer<typeof TextAsset>;
