import { z } from 'zod';
import { mustBe } from '../../problems/messages.ts';
import { pixels } from '../../lengths/pixels.ts';
import { Color, defineObject, field, Fraction, NonNegativePixels } from '../fields.ts';
import { listOf } from '../list.ts';
import { Opacity } from './text-asset.ts';

export const FontWeight = field(
  z.union([z.int().min(1).max(1000), z.string()], mustBe('a number from 1 to 1000 or a word such as "bold"')),
  'Font weight: 1 to 1000 as a number or a string, or a word such as "bold".',
  400,
);

export const FontStyle = field(
  z.enum(['normal', 'italic']),
  'Font style: upright ("normal") or slanted ("italic").',
  'normal',
);

export const FontSize = field(pixels(z.int().min(1).max(500)), 'Font size in whole pixels, 1 to 500.', 24);

export const StrokeColor = field(Color, 'Line colour, in the form "#RRGGBB" or "#RGB".', '#000000');

export const StrokeWidth = field(NonNegativePixels, 'Line width in pixels, 0 or more.', 0);

export const RichTextStroke = defineObject('RichTextStroke', 'Outline of letters.', {
  width: StrokeWidth,
  color: StrokeColor,
  opacity: Opacity,
});

const GradientStop = defineObject('GradientStop', 'Colour stop of a gradient.', {
  offset: Fraction.describe('Position along the gradient, 0 to 1.'),
  color: Color.describe('Colour, in the form "#RRGGBB" or "#RGB".'),
});

const RichTextGradient = defineObject('RichTextGradient', 'Gradient that colours the letters.', {
  type: field(
    z.enum(['linear', 'radial']),
    'Direction of the gradient: along a line ("linear") or from the centre outwards ("radial").',
    'linear',
  ),
  angle: field(
    z.number().min(0).max(360),
    'Angle of a linear gradient in degrees, 0 to 360. 0 runs from left to right, 90 from top to bottom.',
    0,
  ),
  stops: listOf(GradientStop).min(2).describe('Colour stops, at least two.'),
});

export const TextDecoration = field(
  z.enum(['none', 'underline', 'line-through']),
  'Line under ("underline") or through ("line-through") the text.',
  'none',
);
export const LetterSpacing = field(
  pixels(z.number()),
  'Additional space between letters in pixels. A negative value moves them closer.',
  0,
);
export const LineHeight = field(
  z.number().min(0).max(10),
  'Line height as a multiple of the font size, 0 to 10.',
  1.2,
);
export const TextTransform = field(
  z.enum(['none', 'uppercase', 'lowercase', 'capitalize']),
  'Letter case of the text. "capitalize" starts each word with a capital letter.',
  'none',
);
export const GradientField = field(RichTextGradient, 'Gradient that colours the text.');
