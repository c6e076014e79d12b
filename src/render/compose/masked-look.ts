import type { Plane } from '../av/picture.ts';
import type { Size } from '../scene/placement.ts';
import type { PixelRect } from './cut.ts';
import type { Look } from './look.ts';
import { multiply } from './mask.ts';

/** The pixels of the output that a look paints on, from even ones to even ones. */
export function seenOf({ x, y, planes, area }: Look): PixelRect {
  const left = Math.floor(Math.max(x, area.x) / 2) * 2;
  const top = Math.floor(Math.max(y, area.y) / 2) * 2;
  const right = Math.ceil(Math.min(x + planes.width, area.x + area.width) / 2) * 2;
  const bottom = Math.ceil(Math.min(y + planes.height, area.y + area.height) / 2) * 2;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * A look whose alpha is multiplied by a mask. Its colours stay those of the look; what is written is the mask alone.
 *
 * @param area of the mask, inside the planes of the look; even numbers.
 * @param mask rows without padding. @param chroma room for a quarter as many.
 */
export function withMask(look: Look, area: PixelRect, mask: Uint8Array, chroma: Uint8Array): Look {
  const { planes } = look;
  const [left, top] = [area.x - look.x, area.y - look.y];
  const half = { width: area.width / 2, height: area.height / 2 };
  const from = (plane: Plane, step: 1 | 2): Plane => ({
    data: plane.data.subarray((top / step) * plane.stride + left / step),
    stride: plane.stride,
  });
  halve(mask, area, chroma);
  if (planes.alpha) multiply(mask, from(planes.alpha, 1), area);
  if (planes.chromaAlpha) multiply(chroma, from(planes.chromaAlpha, 2), half);
  return {
    planes: {
      width: area.width,
      height: area.height,
      y: from(planes.y, 1),
      u: from(planes.u, 2),
      v: from(planes.v, 2),
      alpha: { data: mask, stride: area.width },
      chromaAlpha: { data: chroma, stride: half.width },
    },
    x: area.x,
    y: area.y,
    area: look.area,
    covers: false,
  };
}

/** How much of each chroma sample is seen: the pixels around it, weighed as in `rasterOf`. */
function halve(mask: Uint8Array, { width, height }: Size, into: Uint8Array): void {
  for (let row = 0, at = 0; row < height; row += 2) {
    const upper = row * width;
    const lower = upper + width;
    for (let column = 0; column < width; column += 2, at++) {
      const before = column > 0 ? column - 1 : 0;
      // All six are inside.
      const left = (mask[upper + before] as number) + (mask[lower + before] as number);
      const middle = (mask[upper + column] as number) + (mask[lower + column] as number);
      const right = (mask[upper + column + 1] as number) + (mask[lower + column + 1] as number);
      into[at] = (left + 2 * middle + right + 4) >> 3;
    }
  }
}
