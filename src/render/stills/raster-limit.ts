import type { StillSize } from './still.ts';

/** Maximum side of a raster in pixels. A raster of the maximum size is larger than any output and fits into memory. */
export const MAX_SIDE = 8192;
/** Maximum area of a raster in pixels. */
export const MAX_AREA = 2 ** 25;

/**
 * Returns the largest factor by which a raster of this size can be enlarged within the limits.
 *
 * @param size in pixels.
 * @returns a number above 0. It is below 1 if the raster is too large.
 */
export function maxScaleOf({ width, height }: StillSize): number {
  return Math.min(MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_AREA / (width * height)));
}

/**
 * Returns the factor by which a raster of this size must be reduced to stay within the limits.
 *
 * @param size in pixels.
 * @returns a number above 0 and at most 1. It is 1 if the raster fits.
 */
export function reductionOf(size: StillSize): number {
  return Math.min(1, maxScaleOf(size));
}
