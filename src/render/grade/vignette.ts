import type { ValuesOf } from './filter-values.ts';

/** Returns the share of light that a vignette takes, and the distances at which it begins and over which it grows. */
export function measureVignette({
  amount,
  size = 0.4,
  softness = 0.6,
}: ValuesOf<'vignette'>): [amount: number, size: number, softness: number] {
  // A hard edge is as wide as a pixel of a large picture.
  return [amount, size, Math.max(0.001, softness)];
}

/**
 * Returns the factors of a vignette on gamma-coded colours.
 *
 * @returns the factor at a place: `x` and `y` are distances from the middle of the picture, and 1 at its edges.
 */
export function createVignette(values: ValuesOf<'vignette'>): (x: number, y: number) => number {
  const [amount, size, softness] = measureVignette(values);
  return (x, y) => {
    const part = Math.min(1, Math.max(0, (Math.sqrt((x * x + y * y) / 2) - size) / softness));
    return 1 - amount * part * part * (3 - 2 * part);
  };
}
