import type { PixelSize } from '../../scene/placement.ts';
import { blurChannel } from '../effects/gaussian.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';

/**
 * Returns the coverage of a thing at a place of the surface, 0 to 255.
 *
 * @param x, y the place in pixels.
 * @param block pixels across and down whose mean is wanted.
 */
export type Coverage = (x: number, y: number, block: number) => number;

/** Standard deviations beyond which a blur is invisible. */
export const SHADOW_REACH = 3;
/** Pixels of standard deviation for each pixel of the size in which a shadow is blurred. More are not seen. */
const SIGMA_PER_BLOCK = 3;

/**
 * Draws a blurred coverage.
 *
 * @param area the rectangle of the surface to draw, in whole pixels.
 * @param sigma standard deviation in pixels. 0 for a sharp shadow.
 * @returns 0 to 255 in rows without padding.
 */
export function blurShadow(coverage: Coverage, area: PixelRect, sigma: number): Uint8Array {
  const block = Math.max(1, Math.floor(sigma / SIGMA_PER_BLOCK));
  const margin = Math.ceil(SHADOW_REACH * sigma) + block;
  const [left, top] = [area.x - margin, area.y - margin];
  const size = {
    width: countBlocks(area.width + 2 * margin, block),
    height: countBlocks(area.height + 2 * margin, block),
  };
  const sharp = new Float32Array(size.width * size.height);
  for (let row = 0, at = 0; row < size.height; row++)
    for (let column = 0; column < size.width; column++, at++)
      sharp[at] = coverage(left + (column + 0.5) * block, top + (row + 0.5) * block, block);
  const blurred = sigma > 0 ? blurChannel(sharp, size, sigma / block) : sharp;
  return enlarge(blurred, size, area, { block, margin });
}

/** Returns the number of blocks along a side, a multiple of 4. */
function countBlocks(length: number, block: number): number {
  return Math.ceil(Math.ceil(length / block) / 4) * 4;
}

/** Interpolates linearly between the middles of blocks. */
function enlarge(
  data: Float32Array,
  { width, height }: PixelSize,
  area: PixelSize,
  { block, margin }: { readonly block: number; readonly margin: number },
): Uint8Array {
  const pixels = new Uint8Array(area.width * area.height);
  const placeOf = (pixel: number): number => (pixel + 0.5 + margin) / block - 0.5;
  for (let row = 0, at = 0; row < area.height; row++) {
    const y = placeOf(row);
    const upper = Math.floor(y);
    const below = Math.min(upper + 1, height - 1) * width;
    for (let column = 0; column < area.width; column++, at++) {
      const x = placeOf(column);
      const left = Math.floor(x);
      const right = Math.min(left + 1, width - 1);
      const mix = (start: number): number => {
        // The casts are safe: both places are inside of the data.
        const one = data[start + left] as number;
        return one + (x - left) * ((data[start + right] as number) - one);
      };
      const above = mix(upper * width);
      pixels[at] = above + (y - upper) * (mix(below) - above) + 0.5; // Rounds to the nearest.
    }
  }
  return pixels;
}
