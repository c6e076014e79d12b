import type { Size } from '../scene/placement.ts';

/** Longest side in pixels, and most pixels: more than any output has, less than takes too much memory. */
const MOST_SIDE = 8192;
const MOST_PIXELS = 2 ** 25;

/** By how much a picture that is drawn from has to be smaller than its size in pixels: 1 where it need not, else more than 0. */
export function shrinkOf({ width, height }: Size): number {
  return Math.min(1, MOST_SIDE / width, MOST_SIDE / height, Math.sqrt(MOST_PIXELS / (width * height)));
}
