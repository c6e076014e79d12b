import type { PixelSize } from '../scene/placement.ts';

/**
 * Maximum side length and maximum area of a bitmap, in pixels. A bitmap of the maximum size is larger than
 * any output and still fits into memory.
 */
const MAX_SIDE = 8192;
const MAX_PIXELS = 2 ** 25;

/**
 * Returns the factor by which a bitmap of this size must be reduced to stay within the limits.
 *
 * @param size in pixels.
 * @returns a number above 0 and at most 1. It is 1 if the bitmap fits.
 */
export function bitmapScaleFor({ width, height }: PixelSize): number {
  return Math.min(1, MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_PIXELS / (width * height)));
}
