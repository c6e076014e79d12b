import type { Plane } from '../av/video/video-frame.ts';

/** Columns and rows in which the brightness of a picture is compared. */
export const GRID = { width: 64, height: 36 } as const;

/** The brightness of a picture, 0 to 255, row by row. */
export type LumaGrid = Float32Array;

/** Copies the brightness of a picture of the size of the {@link GRID}. */
export function copyLuma({ data, stride }: Plane): LumaGrid {
  const { width, height } = GRID;
  return Float32Array.from(
    { length: width * height },
    (_, index) => data[Math.floor(index / width) * stride + (index % width)] ?? 0,
  );
}

/** Returns how much each place of a picture changes to the next one, 0 to 255. */
export function changeBetween(one: LumaGrid, other: LumaGrid): Float32Array {
  return one.map((value, index) => Math.abs(value - (other[index] ?? 0)));
}

/** Least mean change of a picture at a cut, and the least by which it exceeds the change before. */
const LEAST_CHANGE = 10;
/** Least share of the places that change at a cut, and the least change of a place that counts. */
const [LEAST_SHARE, LEAST_PLACE] = [0.5, 8];

/**
 * True if a picture is the first of another shot.
 *
 * @param change the change from the picture before.
 * @param before the mean change of the pictures before.
 */
export function isCut(change: Float32Array, before: number): boolean {
  const share = change.reduce((sum, value) => sum + Number(value >= LEAST_PLACE), 0) / change.length;
  return meanOf(change) - before >= LEAST_CHANGE && share >= LEAST_SHARE;
}

/** Returns the mean of values. */
export function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
