import { bitmapScaleFor } from '../../draw/bitmap-limit.ts';
import { invertMatrix, mapPoint } from '../../scene/matrix.ts';
import { intersect, type Rect, type PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';

/** A drawing, and what of it can have something on it, both in pixels of the drawing. */
interface DrawingExtent {
  readonly box: PixelSize;
  readonly area: Rect;
}

/** The pixels of a bitmap: so many for one of the drawing, counted from the upper left end of its area. */
export interface BitmapWindow extends Rect {
  readonly scaleX: number;
  readonly scaleY: number;
}

/** Windows begin and end at multiples of this many pixels: seldom is one drawn anew, and the pixels of all lie alike. */
const WINDOW_STEP = 512;

/**
 * What of a drawing a layer needs that is too large for one bitmap. It is drawn as finely as in its largest size, or half, a quarter
 * and so on of that where it is seen smaller.
 *
 * @param largest the size in pixels of its box where it is seen largest. @param output size in pixels.
 * @returns undefined where nothing of it is seen.
 */
export function findBitmapWindow(
  layer: Layer,
  { box, area }: DrawingExtent,
  largest: PixelSize,
  output: PixelSize,
): BitmapWindow | undefined {
  const visible = findVisiblePart(layer, box, output);
  if (!visible) return undefined;
  const { matrix, placement } = layer;
  const size = Math.max(
    (Math.hypot(matrix.a, matrix.b) * placement.whole.width) / largest.width,
    (Math.hypot(matrix.c, matrix.d) * placement.whole.height) / largest.height,
  );
  for (let level = Math.max(0, Math.floor(-Math.log2(size))); ; level++) {
    const [scaleX, scaleY] = [
      largest.width / box.width / 2 ** level,
      largest.height / box.height / 2 ** level,
    ];
    const whole = {
      x: 0,
      y: 0,
      width: Math.ceil(area.width * scaleX),
      height: Math.ceil(area.height * scaleY),
    };
    const window = intersect(whole, alignToSteps(visible, area, scaleX, scaleY));
    if (!(window.width > 0 && window.height > 0)) return undefined;
    if (bitmapScaleFor(window) === 1) return { ...window, scaleX, scaleY };
  }
}

/** The part of a drawing that lies on the output, in its own pixels; undefined where it is laid on a line. */
function findVisiblePart(
  { matrix, placement: { whole } }: Layer,
  box: PixelSize,
  output: PixelSize,
): Rect | undefined {
  const inverse = invertMatrix(matrix);
  if (!inverse || whole.width === 0 || whole.height === 0) return undefined;
  const corners = [0, 1, 2, 3].map((corner) =>
    mapPoint(inverse, (corner % 2) * output.width, (corner >> 1) * output.height),
  );
  const xs = corners.map(({ x }) => ((x - whole.x) * box.width) / whole.width);
  const ys = corners.map(({ y }) => ((y - whole.y) * box.height) / whole.height);
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

function alignToSteps(visible: Rect, area: Rect, scaleX: number, scaleY: number): Rect {
  const [left, top] = [(visible.x - area.x) * scaleX, (visible.y - area.y) * scaleY];
  const [x, y] = [stepBefore(left), stepBefore(top)];
  return {
    x,
    y,
    width: -stepBefore(-left - visible.width * scaleX) - x,
    height: -stepBefore(-top - visible.height * scaleY) - y,
  };
}

/** The step before a place, and no nearer than a few pixels, which soft edges take. */
function stepBefore(position: number): number {
  return Math.floor((position - 8) / WINDOW_STEP) * WINDOW_STEP;
}
