import { z } from 'zod';
import { pixels } from '../lengths/pixels.ts';
import { mustBe } from '../problems/messages.ts';
import { Color, defineObject, field } from './fields.ts';
import { listOf } from './list.ts';
import { animated } from './tween.ts';

/** The largest length in pixels of what surrounds a clip. */
const MOST = 1000;

/** A length in pixels from `minimum` to {@link MOST}, or a list of tweens between such numbers. */
function length(minimum = 0) {
  return animated(pixels(z.number().min(minimum).max(MOST)), { minimum, maximum: MOST });
}

/** A fraction, or a list of tweens between fractions. */
const Share = animated(z.number().min(0).max(1), { minimum: 0, maximum: 1 });

/** An example of four radii. */
const RADII = 'such as [24, 24, 0, 0]';

export const Corners = z.union(
  [length(), listOf(length()).length(4, `must be four radii clockwise from the top left, ${RADII}`)],
  mustBe(
    `a radius in pixels (0 to ${MOST}), a list of tweens, or four radii clockwise from the top left, ${RADII}`,
  ),
);

export const ClipBorder = defineObject('ClipBorder', 'Line along the edge of a clip.', {
  width: length().describe(`Width of the line in pixels, 0 to ${MOST}, or a list of tweens.`),
  color: field(Color, 'Colour of the line, in the form "#RRGGBB" or "#RGB".', '#ffffff'),
  opacity: field(Share, 'Opacity of the line, 0 (transparent) to 1 (opaque), or a list of tweens.', 1),
  position: field(
    z.enum(['inside', 'center']),
    'Where the line is: "inside" the edge, or with its middle on the edge ("center").',
    'inside',
  ),
});

export const ClipShadow = defineObject('ClipShadow', 'Shadow of everything that a clip shows.', {
  offsetX: field(
    length(-MOST),
    `Horizontal offset in pixels, -${MOST} to ${MOST}, or a list of tweens. Positive moves right.`,
    0,
  ),
  offsetY: field(
    length(-MOST),
    `Vertical offset in pixels, -${MOST} to ${MOST}, or a list of tweens. Positive moves down.`,
    0,
  ),
  blur: field(
    length(),
    `Blur in pixels, 0 (sharp) to ${MOST}, or a list of tweens. As in CSS, twice its standard deviation.`,
    0,
  ),
  color: field(Color, 'Colour of the shadow, in the form "#RRGGBB" or "#RGB".', '#000000'),
  opacity: field(Share, 'Opacity of the shadow, 0 (transparent) to 1 (opaque), or a list of tweens.', 0.5),
});

export const ClipShadows = listOf(ClipShadow, 'a list of shadows, such as [{"offsetY": 8, "blur": 20}]').max(
  8,
);
