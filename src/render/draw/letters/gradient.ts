import type { CanvasGradient, SKRSContext2D } from '@napi-rs/canvas';
import type { RichTextAsset } from '../../../edit/model.ts';
import { gradientLetterPaintOf, type LetterPaint } from '../../fonts/letter-paint.ts';
import type { Rect } from '../../scene/placement.ts';

/** A gradient over the letters of a text. */
export type Gradient = NonNullable<NonNullable<RichTextAsset['style']>['gradient']>;

/**
 * Creates a gradient over a box. A linear gradient runs from left to right at 0 degrees, and from top to
 * bottom at 90 degrees. At other angles, it ends at the corners of the box, as in CSS. A radial gradient
 * runs from the centre to the ends of the longer side.
 */
export function createGradient(context: SKRSContext2D, gradient: Gradient, box: Rect): CanvasGradient {
  const filled = createEmptyGradient(context, gradient, box, 1);
  for (const { offset, color } of sortStops(gradient)) filled.addColorStop(offset, color);
  return filled;
}

/** Returns the paint for letters that have a gradient over a box: that of {@link createGradient}. */
export function gradientPaintOf(context: SKRSContext2D, gradient: Gradient, box: Rect): LetterPaint {
  return gradientLetterPaintOf(sortStops(gradient), (lengthened) =>
    createEmptyGradient(context, gradient, box, lengthened),
  );
}

/** Creates a gradient without stops. @param lengthened how many times longer it is than in its box. */
function createEmptyGradient(
  context: SKRSContext2D,
  { type, angle = 0 }: Gradient,
  box: Rect,
  lengthened: number,
): CanvasGradient {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  if (type !== 'radial') return createLinear(context, angle, { x, y }, box, lengthened);
  return context.createRadialGradient(x, y, 0, x, y, (lengthened * Math.max(box.width, box.height)) / 2);
}

/** Returns the last colour of a gradient. */
export function lastColourOf(gradient: Gradient): string | undefined {
  return sortStops(gradient).at(-1)?.color;
}

function sortStops({ stops }: Gradient): Gradient['stops'] {
  return stops.toSorted((one, other) => one.offset - other.offset);
}

function createLinear(
  context: SKRSContext2D,
  degrees: number,
  { x, y }: { readonly x: number; readonly y: number },
  { width, height }: Rect,
  lengthened: number,
): CanvasGradient {
  const radians = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)];
  const half = (Math.abs(width * cosine) + Math.abs(height * sine)) / 2;
  const [across, down] = [half * cosine, half * sine];
  const to = { x: x + (2 * lengthened - 1) * across, y: y + (2 * lengthened - 1) * down };
  return context.createLinearGradient(x - across, y - down, to.x, to.y);
}
