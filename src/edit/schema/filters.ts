import { z } from 'zod';
import { pixels } from '../lengths/pixels.ts';
import { Color, defineObject, field, SourceUrl } from './fields.ts';
import { listOf } from './list.ts';
import { animated, animatedWithin as within } from './tween.ts';

/** A length in pixels from `minimum` to 500, or a list of tweens between such numbers. */
function length(minimum = 0) {
  return animated(pixels(z.number().min(minimum).max(500)), { minimum, maximum: 500 });
}

function typeField<const Type extends string>(type: Type) {
  return z.literal(type).describe('Kind of filter.');
}

const RegionPlace = within(-2, 2);
const RegionSide = within(0, 2);

const FilterRegion = defineObject('FilterRegion', 'Part of the picture that a filter changes.', {
  shape: field(
    z.enum(['rectangle', 'ellipse']),
    'Shape of the part. An ellipse touches the sides of the rectangle.',
    'rectangle',
  ),
  x: field(
    RegionPlace,
    'Left side as a fraction of the width of the picture, -2 to 2, or a list of tweens. 0 is the left edge.',
    0,
  ),
  y: field(
    RegionPlace,
    'Upper side as a fraction of the height of the picture, -2 to 2, or a list of tweens. 0 is the top edge, 1 the bottom.',
    0,
  ),
  width: field(RegionSide, 'Fraction of the width of the picture, 0 to 2, or a list of tweens.', 1),
  height: field(RegionSide, 'Fraction of the height of the picture, 0 to 2, or a list of tweens.', 1),
  feather: field(
    length(),
    'Width of the soft edge in pixels, 0 (sharp) to 500, or a list of tweens. Half of it is inside.',
    0,
  ),
});

/** The field with the part of the picture that a filter changes. */
const region = {
  region: field(
    FilterRegion,
    'Part of the picture that the filter changes, such as a number plate. Default: the whole picture.',
  ),
};

function defineFilter<const Type extends string, Shape extends z.core.$ZodLooseShape>(
  type: Type,
  description: string,
  shape: Shape,
) {
  const id = `${type.charAt(0).toUpperCase()}${type.slice(1)}Filter`;
  return defineObject(id, description, { type: typeField(type), ...shape, ...region });
}

/** Defines a filter with one number. */
function defineValue<const Type extends string>(
  type: Type,
  description: string,
  value: ReturnType<typeof animated>,
  text: string,
) {
  return defineFilter(type, description, { value: value.describe(`${text}, or a list of tweens.`) });
}

const POINT = 'a point: two numbers from 0 to 1, such as [0.5, 0.6]';
const Point = listOf(within(0, 1), POINT).length(2, `must be ${POINT}`);

const Curve = listOf(Point)
  .min(2)
  .superRefine((points, context) => {
    for (const [index, [x]] of points.entries()) {
      const before = points[index - 1]?.[0];
      if (typeof x !== 'number' || typeof before !== 'number' || x > before) continue;
      const message = `must be more than ${before}, that of the point before`;
      context.addIssue({
        code: 'custom',
        path: [index, 0],
        message,
        input: x,
        params: { code: 'out_of_range' },
      });
    }
  });

const channelCurve = (channel: string) =>
  field(
    Curve,
    `Curve of ${channel}: at least two points [input, output] from left to right, each number 0 to 1 or a list of tweens. Default: no change.`,
  );

const levels = {
  black: field(within(0, 1), 'Input that becomes black, 0 to 1, or a list of tweens.', 0),
  white: field(
    within(0, 1),
    'Input that becomes white, 0 to 1 and more than "black", or a list of tweens.',
    1,
  ),
  gamma: field(within(0.1, 10), 'Gamma between them, 0.1 to 10, or a list of tweens. More is brighter.', 1),
};

const LevelsFilter = z
  .strictObject({ type: typeField('levels'), ...levels, ...region })
  .refine(
    ({ black = 0, white = 1 }) => typeof black !== 'number' || typeof white !== 'number' || black < white,
    { error: 'must be more than "black"', path: ['white'], params: { code: 'out_of_range' } },
  )
  .meta({ id: 'LevelsFilter', description: 'Stretches the brightness between two levels.' });

export const ClipFilter = z
  .discriminatedUnion('type', [
    defineValue(
      'exposure',
      'Exposure: brighter or darker, as with the light of a camera.',
      within(-10, 10),
      'Stops, -10 to 10. 1 doubles the light, 0 changes nothing',
    ),
    defineValue(
      'contrast',
      'Contrast about mid grey.',
      within(0, 4),
      'Factor, 0 (grey) to 4. 1 changes nothing',
    ),
    defineValue(
      'saturation',
      'Strength of all colours.',
      within(0, 4),
      'Factor, 0 (greyscale) to 4. 1 changes nothing',
    ),
    defineValue(
      'vibrance',
      'Strength of colours, more for pale ones.',
      within(-1, 1),
      'Strength, -1 to 1. 0 changes nothing',
    ),
    defineValue(
      'temperature',
      'Warmer or colder light.',
      within(-1, 1),
      'From -1 (blue) to 1 (orange). 0 changes nothing',
    ),
    defineValue(
      'tint',
      'Balance of green and magenta.',
      within(-1, 1),
      'From -1 (green) to 1 (magenta). 0 changes nothing',
    ),
    defineValue(
      'hue',
      'Turns all colours around the colour wheel.',
      within(-360, 360),
      'Degrees, -360 to 360. 0 changes nothing',
    ),
    defineFilter('curves', 'Curves through points, for all channels or for one.', {
      rgb: channelCurve('red, green and blue, after those of single channels'),
      r: channelCurve('red'),
      g: channelCurve('green'),
      b: channelCurve('blue'),
    }),
    LevelsFilter,
    defineValue(
      'shadows',
      'Brightness of the dark parts.',
      within(-1, 1),
      'From -1 (darker) to 1 (brighter). 0 changes nothing',
    ),
    defineValue(
      'highlights',
      'Brightness of the bright parts.',
      within(-1, 1),
      'From -1 (darker) to 1 (brighter). 0 changes nothing',
    ),
    defineFilter('vignette', 'Darkens the picture towards its corners.', {
      amount: within(0, 1).describe(
        'Share of the light that is taken from the corners, 0 (no change) to 1 (black), or a list of tweens.',
      ),
      size: field(
        within(0, 1),
        'Distance from the middle at which it begins, 0 to 1, which is that of a corner, or a list of tweens.',
        0.4,
      ),
      softness: field(
        within(0, 1),
        'Distance over which it grows, from 0 (a hard edge) to 1, or a list of tweens.',
        0.6,
      ),
    }),
    defineFilter('blur', 'Gaussian blur.', {
      radius: length().describe('Standard deviation in pixels, 0 (no change) to 500, or a list of tweens.'),
    }),
    defineFilter('directionalBlur', 'Blur along a line.', {
      length: length().describe('Length of the line in pixels, 0 (no change) to 500, or a list of tweens.'),
      angle: field(
        within(-360, 360),
        'Direction in degrees clockwise, -360 to 360, or a list of tweens. 0 is horizontal.',
        0,
      ),
    }),
    defineFilter('sharpen', 'Unsharp mask.', {
      amount: within(0, 5).describe('Strength, 0 (no change) to 5, or a list of tweens.'),
      radius: field(
        length(),
        'Standard deviation in pixels of the details that become sharper, 0 to 500, or a list of tweens.',
        1,
      ),
    }),
    defineFilter('grain', 'Grain of film, another one in each frame.', {
      amount: within(0, 1).describe('Strength, 0 (no change) to 1, or a list of tweens.'),
      size: field(length(1), 'Size of the grains in pixels, 1 to 500, or a list of tweens.', 1),
      seed: field(z.int().min(0).max(1_000_000), 'Another number gives other grains.', 0),
    }),
    defineFilter('pixelate', 'Squares of one colour.', {
      size: length(1).describe('Side of a square in pixels, 1 (no change) to 500, or a list of tweens.'),
    }),
    defineFilter('glow', 'Light around the bright parts.', {
      amount: within(0, 2).describe('Strength, 0 (no change) to 2, or a list of tweens.'),
      radius: field(
        length(),
        'Standard deviation in pixels of the light, 0 to 500, or a list of tweens.',
        20,
      ),
      threshold: field(
        within(0, 1),
        'Brightness from which on parts glow, 0 to 1, or a list of tweens.',
        0.6,
      ),
    }),
    defineValue(
      'chromaticAberration',
      'Red and blue edges towards the corners, as of a cheap lens.',
      length(),
      'Pixels by which red and blue are shifted in the corners, 0 (no change) to 500',
    ),
    defineFilter('edges', 'Only the edges, white on black.', {
      value: field(within(0, 1), 'Share, 0 (no change) to 1, or a list of tweens.', 1),
    }),
    defineFilter('duotone', 'Two colours in place of dark and bright.', {
      dark: Color.describe('Colour of black: "#RRGGBB" or "#RGB".'),
      light: Color.describe('Colour of white: "#RRGGBB" or "#RGB".'),
    }),
    defineFilter('lut', 'Colours from a lookup table.', {
      src: SourceUrl.describe(
        'URL of a file in the format ".cube": a cube of at most 65 colours along each side, curves, or both.',
      ),
      amount: field(within(0, 1), 'Share of its result, 0 (no change) to 1, or a list of tweens.', 1),
    }),
    defineValue(
      'posterize',
      'Few levels of each channel.',
      within(2, 256),
      'Number of levels, 2 to 256, rounded. 256 changes nothing',
    ),
    defineFilter('invert', 'Inverts the colours.', {
      value: field(within(0, 1), 'Share, 0 (no change) to 1 (a negative), or a list of tweens.', 1),
    }),
  ])
  .meta({ id: 'ClipFilter', description: 'Filter with values. "type" selects its kind.' });

export const Filters = listOf(ClipFilter).max(32);

/** A filter with values, as the client wrote it. */
export type ClipFilter = z.infer<typeof ClipFilter>;
