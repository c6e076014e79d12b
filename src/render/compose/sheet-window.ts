import { shrinkOf } from '../draw/picture-limit.ts';
import { inverse, mapped } from '../scene/matrix.ts';
import { overlap, type Rect, type Size } from '../scene/placement.ts';
import type { Layer } from '../scene/scene.ts';

/** A drawing, and what of it can have something on it, both in pixels of the drawing. */
interface Extent {
  readonly box: Size;
  readonly area: Rect;
}

/** The pixels of a sheet: so many for one of the drawing, counted from the upper left end of its area. */
export interface SheetWindow extends Rect {
  readonly across: number;
  readonly down: number;
}

/** Windows begin and end at multiples of this many pixels: seldom is one drawn anew, and the pixels of all lie alike. */
const STEP = 512;

/**
 * What of a drawing a layer needs that is too large for one sheet. It is drawn as finely as in its largest size, or half, a quarter
 * and so on of that where it is seen smaller.
 *
 * @param largest the size in pixels of its box where it is seen largest. @param output size in pixels.
 * @returns undefined where nothing of it is seen.
 */
export function windowOn(
  layer: Layer,
  { box, area }: Extent,
  largest: Size,
  output: Size,
): SheetWindow | undefined {
  const seen = seenOn(layer, box, output);
  if (!seen) return undefined;
  const { matrix, placement } = layer;
  const size = Math.max(
    (Math.hypot(matrix.a, matrix.b) * placement.whole.width) / largest.width,
    (Math.hypot(matrix.c, matrix.d) * placement.whole.height) / largest.height,
  );
  for (let level = Math.max(0, Math.floor(-Math.log2(size))); ; level++) {
    const [across, down] = [largest.width / box.width / 2 ** level, largest.height / box.height / 2 ** level];
    const whole = {
      x: 0,
      y: 0,
      width: Math.ceil(area.width * across),
      height: Math.ceil(area.height * down),
    };
    const window = overlap(whole, inSteps(seen, area, across, down));
    if (!(window.width > 0 && window.height > 0)) return undefined;
    if (shrinkOf(window) === 1) return { ...window, across, down };
  }
}

/** The part of a drawing that lies on the output, in its own pixels; undefined where it is laid on a line. */
function seenOn({ matrix, placement: { whole } }: Layer, box: Size, output: Size): Rect | undefined {
  const back = inverse(matrix);
  if (!back || whole.width === 0 || whole.height === 0) return undefined;
  const corners = [0, 1, 2, 3].map((corner) =>
    mapped(back, (corner % 2) * output.width, (corner >> 1) * output.height),
  );
  const across = corners.map(({ x }) => ((x - whole.x) * box.width) / whole.width);
  const down = corners.map(({ y }) => ((y - whole.y) * box.height) / whole.height);
  const [x, y] = [Math.min(...across), Math.min(...down)];
  return { x, y, width: Math.max(...across) - x, height: Math.max(...down) - y };
}

function inSteps(seen: Rect, area: Rect, across: number, down: number): Rect {
  const [left, top] = [(seen.x - area.x) * across, (seen.y - area.y) * down];
  const [x, y] = [before(left), before(top)];
  return {
    x,
    y,
    width: -before(-left - seen.width * across) - x,
    height: -before(-top - seen.height * down) - y,
  };
}

/** The step before a place, and no nearer than a few pixels, which soft edges take. */
function before(place: number): number {
  return Math.floor((place - 8) / STEP) * STEP;
}
