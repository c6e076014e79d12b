import { reductionOf } from '../../stills/raster-limit.ts';
import { invertMatrix, mapPoint } from '../../scene/matrix.ts';
import { intersect, type Rect, type PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';

/** The extent of a drawing, in pixels of the drawing. */
interface DrawingExtent {
  readonly box: PixelSize;
  /** The rectangle that can have ink. It may be larger than the box. */
  readonly area: Rect;
}

/**
 * The part of a drawing that a bitmap shows, in bitmap pixels from the top left corner of the drawing's area.
 */
export interface BitmapWindow extends Rect {
  /** Bitmap pixels per pixel of the drawing. */
  readonly scaleX: number;
  readonly scaleY: number;
}

/**
 * Windows begin and end at multiples of this many pixels, so that they are seldom redrawn and share one pixel
 * grid.
 */
const WINDOW_STEP = 512;

/**
 * Finds the window that a layer shows, for a drawing that is too large for one bitmap. The window has the
 * resolution of the largest size. If the layer shows the drawing smaller, the window has a half or a quarter
 * of that resolution, and so on.
 *
 * @param layer the layer to draw.
 * @param extent the extent of the drawing.
 * @param largest the largest size in pixels at which the drawing's box is shown.
 * @param output size in pixels.
 * @returns undefined if nothing of the drawing is visible.
 */
export function findBitmapWindow(
  layer: Layer,
  extent: DrawingExtent,
  largest: PixelSize,
  output: PixelSize,
): BitmapWindow | undefined {
  const { box, area } = extent;
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
    if (reductionOf(window) === 1) return { ...window, scaleX, scaleY };
  }
}

/**
 * Returns the part of a drawing that lies on the output, in pixels of the drawing; undefined if the layer is
 * squeezed to a line.
 */
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

/**
 * Returns the last multiple of {@link WINDOW_STEP} that is at least 8 pixels before a position. These pixels
 * leave room for soft edges.
 */
function stepBefore(position: number): number {
  return Math.floor((position - 8) / WINDOW_STEP) * WINDOW_STEP;
}
