import { z } from 'zod';
import { AlphaColor, Color, Fraction, NotNegative, WholePixels } from './fields.ts';
import { Offset } from './offset.ts';
import { POSITIONS } from './values.ts';

export const HtmlAsset = z.strictObject({
  type: z.literal('html').describe('A page of HTML.'),
  html: z.string().describe('The markup.'),
  css: z.string().optional().describe('The style sheet.'),
  width: WholePixels.optional().describe('Width of the page in pixels. Default: the viewport.'),
  height: WholePixels.optional().describe('Height of the page in pixels. Default: the viewport.'),
  background: AlphaColor.optional().describe('"#RRGGBB" or "#AARRGGBB". Default: transparent.'),
  position: z.enum(POSITIONS).optional().describe('Where in its box the page stands. Default center.'),
});

export const TitleAsset = z.strictObject({
  type: z.literal('title').describe('A title in a ready-made look.'),
  text: z.string().describe('The text.'),
  style: z
    .enum([
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
    ])
    .optional()
    .describe('A ready-made look. Default minimal.'),
  color: AlphaColor.optional().describe('Colour of the text, "#RRGGBB" or "#AARRGGBB". Default #ffffff.'),
  size: z
    .enum(['xx-small', 'x-small', 'small', 'medium', 'large', 'x-large', 'xx-large'])
    .optional()
    .describe('Default medium.'),
  background: AlphaColor.optional().describe('"#RRGGBB" or "#AARRGGBB". Default: transparent.'),
  position: z.enum(POSITIONS).optional().describe('Where in the viewport the title stands. Default center.'),
  offset: Offset.optional().describe('Moves the title away from its position.'),
});

export const SvgAsset = z.strictObject({
  type: z.literal('svg').describe('A vector drawing.'),
  src: z.string().min(1).max(500_000).describe('The markup of the drawing, 1 to 500,000 characters.'),
});

const Rectangle = z.strictObject({
  width: WholePixels.describe('Pixels, 1 or more.'),
  height: WholePixels.describe('Pixels, 1 or more.'),
  cornerRadius: z.int().min(0).optional().describe('Radius of the corners in pixels, 0 or more. Default 0.'),
});

const Circle = z.strictObject({ radius: WholePixels.describe('Pixels, 1 or more.') });

const Line = z.strictObject({
  length: WholePixels.describe('Pixels, 1 or more.'),
  thickness: WholePixels.describe('Pixels, 1 or more.'),
});

const optionalShapes = {
  rectangle: Rectangle.optional().describe('Measures of a rectangle.'),
  circle: Circle.optional().describe('Measures of a circle.'),
  line: Line.optional().describe('Measures of a line.'),
};

const commonShape = {
  type: z.literal('shape').describe('A rectangle, a circle or a line.'),
  width: WholePixels.optional().describe('Width of the box in pixels. Default: the viewport.'),
  height: WholePixels.optional().describe('Height of the box in pixels. Default: the viewport.'),
  fill: z
    .strictObject({
      color: Color.optional().describe('"#RRGGBB". Default #ffffff.'),
      opacity: Fraction.optional().describe('0 (transparent) to 1 (opaque). Default 1.'),
    })
    .optional()
    .describe('The inside of the shape.'),
  stroke: z
    .strictObject({
      color: Color.optional().describe('"#RRGGBB". Default #000000.'),
      width: NotNegative.optional().describe('Pixels, 0 or more. Default 0.'),
    })
    .optional()
    .describe('The outline of the shape.'),
  ...optionalShapes,
};

/** The measures named by `shape` are required, those of other shapes are let through. */
export const ShapeAsset = z.discriminatedUnion('shape', [
  z.strictObject({
    ...commonShape,
    shape: z.literal('rectangle').describe('Which shape to draw.'),
    rectangle: Rectangle.describe('Measures of the rectangle.'),
  }),
  z.strictObject({
    ...commonShape,
    shape: z.literal('circle').describe('Which shape to draw.'),
    circle: Circle.describe('Measures of the circle.'),
  }),
  z.strictObject({
    ...commonShape,
    shape: z.literal('line').describe('Which shape to draw.'),
    line: Line.describe('Measures of the line.'),
  }),
]);

/** A page of HTML. */
export type HtmlAsset = z.infer<typeof HtmlAsset>;
/** A title in a ready-made look. */
export type TitleAsset = z.infer<typeof TitleAsset>;
/** A vector drawing. */
export type SvgAsset = z.infer<typeof SvgAsset>;
/** A rectangle, a circle or a line. */
export type ShapeAsset = z.infer<typeof ShapeAsset>;
