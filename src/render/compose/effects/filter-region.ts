import type { RegionValues } from '../../grade/filter-values.ts';
import type { Rect } from '../../scene/placement.ts';
import type { RgbaPixels } from '../planes/raster.ts';

/** The width in pixels of an edge without steps. */
const SHARPEST = 1;

/**
 * Puts a part of a filtered picture into the picture that it was made of.
 *
 * @param place the rectangle in which the region lies, in pixels of the picture, and their number per pixel of a length.
 */
export function mixRegion(
  before: RgbaPixels,
  after: RgbaPixels,
  region: RegionValues,
  { visible, perPixel }: { readonly visible: Rect; readonly perPixel: number },
): RgbaPixels {
  const { width, height } = before;
  const { x = 0, y = 0, width: across = 1, height: down = 1, feather = 0, shape } = region;
  const halfWidth = (across * visible.width) / 2;
  const halfHeight = (down * visible.height) / 2;
  const [middleX, middleY] = [
    visible.x + x * visible.width + halfWidth,
    visible.y + y * visible.height + halfHeight,
  ];
  const soft = Math.max(SHARPEST, feather * perPixel);
  const data = Uint8ClampedArray.from(before.data);
  const rows = {
    from: Math.max(0, Math.floor(middleY - halfHeight - soft)),
    to: middleY + halfHeight + soft,
  };
  const columns = {
    from: Math.max(0, Math.floor(middleX - halfWidth - soft)),
    to: middleX + halfWidth + soft,
  };
  for (let row = rows.from; row < Math.min(height, rows.to); row++)
    for (let column = columns.from; column < Math.min(width, columns.to); column++) {
      const [fromX, fromY] = [Math.abs(column + 0.5 - middleX), Math.abs(row + 0.5 - middleY)];
      const outside =
        shape === 'ellipse'
          ? distanceToEllipse(fromX, fromY, halfWidth, halfHeight)
          : distanceToBox(fromX - halfWidth, fromY - halfHeight);
      mixPixel(data, after.data, 4 * (row * width + column), smoothStep(0.5 - outside / soft));
    }
  return { data, width, height };
}

/** Returns the distance to a rectangle, less than 0 inside. @param x, y distances from its sides. */
function distanceToBox(x: number, y: number): number {
  return Math.hypot(Math.max(0, x), Math.max(0, y)) + Math.min(0, Math.max(x, y));
}

/** Returns about the distance to an ellipse, less than 0 inside. */
function distanceToEllipse(x: number, y: number, halfWidth: number, halfHeight: number): number {
  const size = Math.hypot(x / halfWidth, y / halfHeight);
  const slope = Math.hypot(x / halfWidth ** 2, y / halfHeight ** 2);
  // In the middle, the formula has no value.
  return slope > 0 ? (size * (size - 1)) / slope : -Math.min(halfWidth, halfHeight);
}

function smoothStep(share: number): number {
  const part = Math.min(1, Math.max(0, share));
  return part * part * (3 - 2 * part);
}

/** Mixes a straight pixel. @param share of the other one, 0 to 1. */
function mixPixel(data: Uint8ClampedArray, other: RgbaPixels['data'], at: number, share: number): void {
  // The casts are safe: pixels have four bytes.
  const one = (1 - share) * (data[at + 3] as number);
  const two = share * (other[at + 3] as number);
  const alpha = one + two;
  if (share === 0 || alpha === 0) return;
  for (let channel = at; channel < at + 3; channel++)
    data[channel] = (one * (data[channel] as number) + two * (other[channel] as number)) / alpha;
  data[at + 3] = alpha;
}
