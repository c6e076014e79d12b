import type { CanvasGradient, SKRSContext2D } from '@napi-rs/canvas';
import type { RichTextAsset } from '../../../edit/model.ts';
import type { Rect } from '../../scene/placement.ts';

/** A gradient over the letters of a text. */
export type Gradient = NonNullable<NonNullable<RichTextAsset['style']>['gradient']>;

/**
 * Creates a gradient over a box. A linear gradient runs from left to right at 0 degrees, and from top to
 * bottom at 90 degrees. At other angles, it ends at the corners of the box, as in CSS. A radial gradient
 * runs from the centre to the ends of the longer side.
 */
export function createGradient(context: SKRSContext2D, gradient: Gradient, box: Rect): CanvasGradient {
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  const filled =
    gradient.type === 'radial'
      ? context.createRadialGradient(x, y, 0, x, y, Math.max(box.width, box.height) / 2)
      : createLinear(context, gradient.angle ?? 0, { x, y }, box);
  for (const { offset, color } of sortStops(gradient)) filled.addColorStop(offset, color);
  return filled;
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
): CanvasGradient {
  const radians = (degrees * Math.PI) / 180;
  const [cosine, sine] = [Math.cos(radians), Math.sin(radians)];
  const half = (Math.abs(width * cosine) + Math.abs(height * sine)) / 2;
  const [across, down] = [half * cosine, half * sine];
  return context.createLinearGradient(x - across, y - down, x + across, y + down);
}
