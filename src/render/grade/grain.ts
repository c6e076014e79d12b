import { mixBits } from '../../base/mix-bits.ts';

/** Largest change of a gamma-coded value by the amount 1. */
const STRENGTH = 0.25;

/**
 * Returns the grain of a frame: a random change of gamma-coded values at each grain, with a triangular distribution. The
 * same numbers give the same grain.
 *
 * @param amount 0 to 1. @param seed a whole number. @param frame index of the frame.
 * @returns the change at a grain, by its column and its row.
 */
export function createGrain(
  amount: number,
  seed: number,
  frame: number,
): (column: number, row: number) => number {
  const start = mixBits(mixBits(seed + 1) + frame);
  return (column, row) => {
    const first = mixBits(Math.imul(column, 0x9e37_79b1) ^ mixBits(start + row));
    const second = mixBits(first + 1);
    return amount * STRENGTH * ((first >>> 0) / 2 ** 32 + (second >>> 0) / 2 ** 32 - 1);
  };
}
