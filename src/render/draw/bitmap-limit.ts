import type { PixelSize } from '../scene/placement.ts';

/** Longest side in pixels, and most pixels: more than any output has, less than takes too much memory. */
const MAX_SIDE = 8192;
const MAX_PIXELS = 2 ** 25;

/** By how much a picture that is drawn from has to be smaller than its size in pixels: 1 where it need not, else more than 0. */
export function bitmapScaleFor({ width, height }: PixelSize): number {
  return Math.min(1, MAX_SIDE / width, MAX_SIDE / height, Math.sqrt(MAX_PIXELS / (width * height)));
}
