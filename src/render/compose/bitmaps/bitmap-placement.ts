import { mapPoint } from '../../scene/matrix.ts';
import { hidesOverflow, isGraphic, intersect, type Rect, type PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import type { Bitmap } from './bitmap.ts';

/**
 * Returns the rectangle of a layer to draw, before the layer's matrix is applied. It includes everything that
 * a graphic draws outside its box.
 */
export function drawnRectOf(bitmap: Bitmap, { clip, placement: { whole, visible }, columns }: Layer): Rect {
  const mayOverflow = isGraphic(clip.visual) && !hidesOverflow(clip);
  const rect = mayOverflow ? bitmapRectOf(bitmap, whole) : visible;
  return { ...rect, x: rect.x + columns.from * rect.width, width: (columns.to - columns.from) * rect.width };
}

/**
 * Returns the part of a rectangle that can have ink.
 *
 * @param ink the bounds of the ink, in fractions of the whole picture; unknown if absent.
 */
export function clipToInk(rect: Rect, ink: Rect | undefined, { placement: { whole } }: Layer): Rect {
  if (!ink) return rect;
  const [x, y] = [whole.x + ink.x * whole.width, whole.y + ink.y * whole.height];
  return intersect(rect, { x, y, width: ink.width * whole.width, height: ink.height * whole.height });
}

/**
 * Returns the rectangle of output pixels that a layer touches. Its edges are rounded out to even numbers,
 * because chroma is stored for every second pixel.
 *
 * @param rect the rectangle to draw, before the layer's matrix is applied.
 * @param output size in pixels, even.
 * @returns undefined if the layer lies outside the output.
 */
export function touchedPixelsOf(rect: Rect, { matrix }: Layer, output: PixelSize): PixelRect | undefined {
  const { x, y, width, height } = rect;
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
  // Soft edges need one more pixel on each side.
  const from = Math.floor((Math.min(...coordinates) - 1) / 2) * 2;
  const to = Math.ceil((Math.max(...coordinates) + 1) / 2) * 2;
  return { from: Math.max(0, from), to: Math.min(limit, to) };
}

/**
 * Returns the rectangle that a bitmap and its border fill.
 *
 * @param whole the rectangle that the whole picture fills.
 */
export function bitmapRectOf({ bounds }: Pick<Bitmap, 'bounds'>, whole: Rect): Rect {
  return {
    x: whole.x + bounds.x * whole.width,
    y: whole.y + bounds.y * whole.height,
    width: bounds.width * whole.width,
    height: bounds.height * whole.height,
  };
}

/**
 * Returns the scale of a bitmap, in output pixels per bitmap pixel: the horizontal or the vertical scale,
 * whichever is smaller.
 */
export function bitmapScaleOf(
  bitmap: Bitmap,
  { matrix: { a, b, c, d }, placement: { whole } }: Layer,
): number {
  const { width, height } = bitmapRectOf(bitmap, whole);
  const { size } = bitmap;
  return Math.min((Math.hypot(a, b) * width) / size.width, (Math.hypot(c, d) * height) / size.height);
}
