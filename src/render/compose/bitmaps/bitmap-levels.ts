import type { PixelSize } from '../../scene/placement.ts';

/** Shortest side of a level. */
const MIN_SIDE = 4;
/**
 * Smallest number of level pixels per output pixel. The filter of the output then reaches far enough into
 * the details of the level that a sudden end of these details is invisible.
 */
const MIN_DENSITY = 1.08;
/**
 * Number of pixels per output pixel from which on a bitmap that is drawn only once or twice is reduced
 * first. Below, drawing it directly takes less time.
 */
const MAX_DENSITY = 4;

/** Returns a length that is divided by the square root of 2 `level` times, rounded up. */
export function lengthAtLevel(level: number, length: number): number {
  return Math.ceil(length / 2 ** (level / 2));
}

/** Returns the number of levels of a bitmap, including the bitmap itself. */
export function levelCountOf({ width, height }: PixelSize): number {
  return 1 + Math.max(0, Math.floor(2 * Math.log2(Math.min(width, height) / MIN_SIDE)));
}

/**
 * Selects the level to draw a bitmap from. It depends on nothing but the size, so that each frame can be made
 * alone.
 *
 * @param densities bitmap pixels per output pixel, across and down.
 * @param count number of levels.
 * @param isBrief true if the bitmap is drawn only once or twice, like a frame of a video.
 */
export function selectLevel(densities: readonly number[], count: number, isBrief: boolean): number {
  const [least, most] = [Math.min(...densities), Math.max(...densities)];
  const needed = 2 * Math.ceil(Math.log2(most / MAX_DENSITY));
  const useful = isBrief ? 0 : Math.floor(2 * Math.log2(least / MIN_DENSITY));
  return Math.min(count - 1, Math.max(0, needed, useful));
}
