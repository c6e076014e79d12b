import { mapPoint } from '../../scene/matrix.ts';
import { hidesOverflow, isGraphic, intersect, type Rect, type PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import type { Bitmap } from './bitmap.ts';

/** The rectangle that is drawn, before the layer is turned. What we draw ourselves may reach out of its box. */
export function drawnRectOf(bitmap: Bitmap, { clip, placement: { whole, visible }, columns }: Layer): Rect {
  const mayOverflow = isGraphic(clip.visual) && !hidesOverflow(clip);
  const rect = mayOverflow ? bitmapRectOf(bitmap, whole) : visible;
  return { ...rect, x: rect.x + columns.from * rect.width, width: (columns.to - columns.from) * rect.width };
}

/** The part of a rectangle on which there is something. @param ink where that is, in fractions of the whole; anywhere when absent. */
export function clipToInk(rect: Rect, ink: Rect | undefined, { placement: { whole } }: Layer): Rect {
  if (!ink) return rect;
  const [x, y] = [whole.x + ink.x * whole.width, whole.y + ink.y * whole.height];
  return intersect(rect, { x, y, width: ink.width * whole.width, height: ink.height * whole.height });
}

/** The pixels that a layer touches: even ones, because chroma is stored for every second. */
export function touchedPixelsOf(
  { x, y, width, height }: Rect,
  { matrix }: Layer,
  output: PixelSize,
): PixelRect | undefined {
  const corners = [
    mapPoint(matrix, x, y),
    mapPoint(matrix, x + width, y),
    mapPoint(matrix, x, y + height),
    mapPoint(matrix, x + width, y + height),
  ];
  const across = evenRange(
    corners.map((corner) => corner.x),
    output.width,
  );
  const down = evenRange(
    corners.map((corner) => corner.y),
    output.height,
  );
  if (across.to <= across.from || down.to <= down.from) return undefined;
  return { x: across.from, y: down.from, width: across.to - across.from, height: down.to - down.from };
}

function evenRange(coordinates: readonly number[], limit: number): { from: number; to: number } {
  // One pixel more: the edges are soft.
  const from = Math.floor((Math.min(...coordinates) - 1) / 2) * 2;
  const to = Math.ceil((Math.max(...coordinates) + 1) / 2) * 2;
  return { from: Math.max(0, from), to: Math.min(limit, to) };
}

/** The rectangle of a whole bitmap. */
export function bitmapRectOf({ bounds }: Bitmap, whole: Rect): Rect {
  return {
    x: whole.x + bounds.x * whole.width,
    y: whole.y + bounds.y * whole.height,
    width: bounds.width * whole.width,
    height: bounds.height * whole.height,
  };
}

/** Pixels of the output for one of the bitmap, on the side on which they are fewer. */
export function bitmapScaleOf(
  bitmap: Bitmap,
  { matrix: { a, b, c, d }, placement: { whole } }: Layer,
): number {
  const { width, height } = bitmapRectOf(bitmap, whole);
  const { size } = bitmap;
  return Math.min((Math.hypot(a, b) * width) / size.width, (Math.hypot(c, d) * height) / size.height);
}

/** Whether pixel lies on pixel: nothing is mixed then. */
export function isPixelAligned(bitmap: Bitmap, layer: Layer): boolean {
  const { a, b, c, d, e, f } = layer.matrix;
  const isUntransformed = a === 1 && b === 0 && c === 0 && d === 1;
  const { width, height } = bitmapRectOf(bitmap, layer.placement.whole);
  const hasSameSize = width === bitmap.size.width && height === bitmap.size.height;
  return isUntransformed && hasSameSize && Number.isInteger(e) && Number.isInteger(f);
}

/** Whether a pixel of a bitmap is as large as one of the output, across or down. */
export function isUnscaled(bitmap: Bitmap, { matrix: { a, d }, placement: { whole } }: Layer): boolean {
  const { width, height } = bitmapRectOf(bitmap, whole);
  const { size } = bitmap;
  return Math.abs(a) * width === size.width || Math.abs(d) * height === size.height;
}
