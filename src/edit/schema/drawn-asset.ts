import { z } from 'zod';
import { pixels } from '../lengths/pixels.ts';
import {
  AlphaBackground,
  AlphaColor,
  Color,
  defineAsset,
  defineObject,
  field,
  NonNegativePixels,
  RoundedPixels,
  Text,
  WholePixels,
} from './fields.ts';
import { Offset } from './offset.ts';
import { Opacity } from './text/text-asset.ts';
import { POSITIONS } from './values.ts';

const Background = field(
  AlphaBackground,
  'Background colour, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first), or "transparent".',
  'transparent',
);

export const HtmlAsset = defineAsset('html', 'HTML page.', {
  html: Text.describe('HTML markup of the page.'),
  css: field(Text, 'CSS style sheet of the page. Default: none.'),
  width: field(RoundedPixels, 'Width of the page in whole pixels, 1 or more. Default: the viewport.'),
  height: field(RoundedPixels, 'Height of the page in whole pixels, 1 or more. Default: the viewport.'),
  background: Background,
  position: field(z.enum(POSITIONS), 'Position of the page in its box.', 'center'),
});

export const Html5Asset = defineAsset(
  'html5',
  'HTML page that moves. It is as large as the box of the clip, and drawn once for each frame of the output.',
  {
    html: Text.max(1_000_000).describe('HTML markup of the body, at most 1,000,000 characters.'),
    css: field(Text.max(500_000), 'CSS style sheet of the page, at most 500,000 characters. Default: none.'),
    js: field(
      Text.max(500_000),
      'Script of the page, at most 500,000 characters. It runs once, when the body and the libraries are there. Default: none.',
    ),
  },
);

const TITLE_STYLES = [
  'minimal',
  'blockbuster',
  'vogue',
  'sketchy',
  'skinny',
  'chunk',
  'chunkLight',
  'marker',
  'future',
  'subtitle',
] as const;

const TITLE_SIZES = ['xx-small', 'x-small', 'small', 'medium', 'large', 'x-large', 'xx-large'] as const;

export const TitleAsset = defineAsset('title', 'Title in a predefined style.', {
  text: Text.describe('Text of the title.'),
  style: field(
    z.enum(TITLE_STYLES),
    'Predefined style, which sets the font, the letter case and the spacing.',
    'minimal',
  ),
  color: field(
    AlphaColor,
    'Colour of the text, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first).',
    '#ffffff',
  ),
  size: field(z.enum(TITLE_SIZES), 'Size of the letters relative to the height of the viewport.', 'medium'),
  minSize: field(
    pixels(z.int().min(1).max(500)),
    'Least font size in whole pixels, 1 to 500. A title that does not fit the viewport gets the largest size from this one to the wanted one at which it fits. An addition of Kinora. Default: the title shrinks to any size.',
  ),
  background: Background,
  position: field(z.enum(POSITIONS), 'Position of the title in the viewport.', 'center'),
  offset: field(Offset, 'Moves the title away from its position.'),
});

export const SvgAsset = defineAsset('svg', 'SVG drawing.', {
  src: Text.min(1).max(500_000).describe('SVG markup of the drawing, 1 to 500,000 characters.'),
});

const Rectangle = defineObject('Rectangle', 'Dimensions of a rectangle.', {
  width: WholePixels.describe('Width of the rectangle in whole pixels, 1 or more.'),
  height: WholePixels.describe('Height of the rectangle in whole pixels, 1 or more.'),
  cornerRadius: field(pixels(z.int().min(0)), 'Radius of the corners in whole pixels, 0 or more.', 0),
});

const Circle = defineObject('Circle', 'Dimensions of a circle.', {
  radius: WholePixels.describe('Radius of the circle in whole pixels, 1 or more.'),
});

const Line = defineObject('Line', 'Dimensions of a line.', {
  length: WholePixels.describe('Length of the line in whole pixels, 1 or more.'),
  thickness: WholePixels.describe('Thickness of the line in whole pixels, 1 or more.'),
});

const ShapeFill = defineObject('ShapeFill', 'Fill of a shape.', {
  color: field(Color, 'Fill colour, in the form "#RRGGBB" or "#RGB".', '#ffffff'),
  opacity: Opacity,
});

const ShapeStroke = defineObject('ShapeStroke', 'Outline of a shape.', {
  color: field(Color, 'Stroke colour, in the form "#RRGGBB" or "#RGB".', '#000000'),
  width: field(NonNegativePixels, 'Stroke width in pixels, 0 or more.', 0),
});

const commonShape = {
  type: z.literal('shape').describe('Rectangle, circle or line.'),
  width: field(WholePixels, 'Width of the box in whole pixels, 1 or more. Default: the viewport.'),
  height: field(WholePixels, 'Height of the box in whole pixels, 1 or more. Default: the viewport.'),
  fill: field(ShapeFill, 'Fill of the shape.'),
  stroke: field(ShapeStroke, 'Outline of the shape.'),
  rectangle: field(Rectangle, 'Dimensions of a rectangle. Required if "shape" is "rectangle".'),
  circle: field(Circle, 'Dimensions of a circle. Required if "shape" is "circle".'),
  line: field(Line, 'Dimensions of a line. Required if "shape" is "line".'),
};

/**
 * The schema of a shape asset. Requires the dimensions that belong to the value of `shape`. Accepts the
 * dimensions of other shapes, too.
 */
export const ShapeAsset = z
  .discriminatedUnion('shape', [
    z
      .strictObject({
        ...commonShape,
        shape: z.literal('rectangle').describe('Shape to draw.'),
        rectangle: Rectangle.describe('Dimensions of the rectangle.'),
      })
      .meta({ id: 'RectangleShape', description: 'Rectangle.' }),
    z
      .strictObject({
        ...commonShape,
        shape: z.literal('circle').describe('Shape to draw.'),
        circle: Circle.describe('Dimensions of the circle.'),
      })
      .meta({ id: 'CircleShape', description: 'Circle.' }),
    z
      .strictObject({
        ...commonShape,
        shape: z.literal('line').describe('Shape to draw.'),
        line: Line.describe('Dimensions of the line.'),
      })
      .meta({ id: 'LineShape', description: 'Line.' }),
  ])
  .meta({ id: 'ShapeAsset', description: 'Rectangle, circle or line.' });

/** HTML page. */
export type HtmlAsset = z.infer<typeof HtmlAsset>;
/** HTML page that moves. */
export type Html5Asset = z.infer<typeof Html5Asset>;
/** Title in a predefined style. */
export type TitleAsset = z.infer<typeof TitleAsset>;
/** SVG drawing. */
export type SvgAsset = z.infer<typeof SvgAsset>;
/** Rectangle, circle or line. */
export type ShapeAsset = z.infer<typeof ShapeAsset>;
