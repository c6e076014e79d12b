import type { PixelSize } from '../../scene/placement.ts';

/** A distance of 1 in {@link KeyedSamples.distances}, as in the kernel `keyRow`. */
export const DISTANCE_UNIT = 16384;

/** A keyed picture: samples of every pixel in rows without padding. */
export interface KeyedSamples extends PixelSize {
  /** Luma. Y, U and V of transparent pixels have no meaning. */
  readonly y: Uint8ClampedArray;
  readonly u: Uint8ClampedArray;
  readonly v: Uint8ClampedArray;
  readonly alpha: Uint8Array;
  /** Distance of each pixel's hue from the screen: {@link DISTANCE_UNIT} is that of the screen from grey. */
  readonly distances: Uint16Array;
  /** The flags of `key-tables.ts` for each cell of 2x2 pixels, in rows of half the width, rounded up. */
  readonly cells: Uint8Array;
}
