import { z } from 'zod';
import { AlphaColor, Color, field, NonNegative, Text, WholePixels } from './fields.ts';
import { Offset } from './offset.ts';
import { Opacity } from './text-asset.ts';
import { POSITIONS } from './values.ts';

const Background = field(AlphaColor, '"#RRGGBB" or "#AARRGGBB". Default: transparent.');

export const HtmlAsset = z
  .strictObject({
    type: z.literal('html').describe('A page of HTML.'),
    html: Text.describe('The markup.'),
    css: field(Text, 'The style sheet. Default: none.'),
    width: field(WholePixels, 'Width of the page in whole pixels. Default: the viewport.'),
    height: field(WholePixels, 'Height of the page in whole pixels. Default: the viewport.'),
    background: Background,
    position: field(z.enum(POSITIONS), 'Where in its box the page stands.', 'center'),
  })
  .meta({ id: 'HtmlAsset', description: 'A page of HTML.' });

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

export const TitleAsset = z
  .strictObject({
    type: z.literal('title').describe('A title in a ready-made look.'),
    text: Text.describe('The text.'),
    style: field(z.enum(TITLE_STYLES), 'A ready-made look.', 'minimal'),
    color: field(AlphaColor, 'Colour of the text, "#RRGGBB" or "#AARRGGBB".', '#ffffff'),
    size: field(z.enum(TITLE_SIZES), 'How large the letters are.', 'medium'),
    background: Background,
    position: field(z.enum(POSITIONS), 'Where in the viewport the title stands.', 'center'),
    offset: field(Offset, 'Moves the title away from its position.'),
  })
  .meta({ id: 'TitleAsset', description: 'A title in a ready-made look.' });

export const SvgAsset = z
  .strictObject({
    type: z.literal('svg').describe('A vector drawing.'),
    src: Text.min(1).max(500_000).describe('The markup of the drawing, 1 to 500,000 characters.'),
  })
  .meta({ id: 'SvgAsset', description: 'A vector drawing.' });

const Rectangle = z
  .strictObject({
    width: WholePixels.describe('Whole pixels, 1 or more.'),
    height: WholePixels.describe('Whole pixels, 1 or more.'),
    cornerRadius: field(z.int().min(0), 'Radius of the corners in whole pixels, 0 or more.', 0),
  })
  .meta({ id: 'Rectangle', description: 'Measures of a rectangle.' });

const Circle = z
  .strictObject({ radius: WholePixels.describe('Whole pixels, 1 or more.') })
  .meta({ id: 'Circle', description: 'Measures of a circle.' });

const Line = z
  .strictObject({
    length: WholePixels.describe('Whole pixels, 1 or more.'),
    thickness: WholePixels.describe('Whole pixels, 1 or more.'),
  })
  .meta({ id: 'Line', description: 'Measures of a line.' });

const ShapeFill = z
  .strictObject({ color: field(Color, '"#RRGGBB".', '#ffffff'), opacity: Opacity })
  .meta({ id: 'ShapeFill', description: 'The inside of a shape.' });

const ShapeStroke = z
  .strictObject({
    color: field(Color, '"#RRGGBB".', '#000000'),
    width: field(NonNegative, 'Pixels, 0 or more.', 0),
  })
  .meta({ id: 'ShapeStroke', description: 'The outline of a shape.' });

const commonShape = {
  type: z.literal('shape').describe('A rectangle, a circle or a line.'),
  width: field(WholePixels, 'Width of the box in whole pixels. Default: the viewport.'),
  height: field(WholePixels, 'Height of the box in whole pixels. Default: the viewport.'),
  fill: field(ShapeFill, 'The inside of the shape.'),
  stroke: field(ShapeStroke, 'The outline of the shape.'),
  rectangle: field(Rectangle, 'Measures of a rectangle; required for one.'),
  circle: field(Circle, 'Measures of a circle; required for one.'),
  line: field(Line, 'Measures of a line; required for one.'),
};

/** The measures named by `shape` are required, those of other shapes are let through. */
export const ShapeAsset = z
  .discriminatedUnion('shape', [
    z
      .strictObject({
        ...commonShape,
        shape: z.literal('rectangle').describe('Which shape to draw.'),
        rectangle: Rectangle.describe('Measures of the rectangle.'),
      })
      .meta({ id: 'RectangleShape', description: 'A rectangle.' }),
    z
      .strictObject({
        ...commonShape,
        shape: z.literal('circle').describe('Which shape to draw.'),
        circle: Circle.describe('Measures of the circle.'),
      })
      .meta({ id: 'CircleShape', description: 'A circle.' }),
    z
      .strictObject({
        ...commonShape,
        shape: z.literal('line').describe('Which shape to draw.'),
        line: Line.describe('Measures of the line.'),
      })
      .meta({ id: 'LineShape', description: 'A line.' }),
  ])
  .meta({ id: 'ShapeAsset', description: 'A rectangle, a circle or a line.' });

/** A page of HTML. */
export type HtmlAsset = z.infer<typeof HtmlAsset>;
/** A title in a ready-made look. */
export type TitleAsset = z.infer<typeof TitleAsset>;
/** A vector drawing. */
export type SvgAsset = z.infer<typeof SvgAsset>;
/** A rectangle, a circle or a line. */
export type ShapeAsset = z.infer<typeof ShapeAsset>;
