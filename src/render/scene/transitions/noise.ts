import { mixBits } from '../../../base/mix-bits.ts';

/** Returns a random number for two whole numbers and a seed, 0 to 1. The same numbers always give the same one. */
export function randomAt(x: number, y: number, seed: number): number {
  return (
    (mixBits(Math.imul(x, 0x9e37_79b1) ^ mixBits(Math.imul(y, 0x85eb_ca77) ^ mixBits(seed + 1))) >>> 0) /
    2 ** 32
  );
}

/** Returns a smooth random number for a place, 0 to 1. It has a new value at each whole number. */
export function noiseAt(x: number, y: number, seed: number): number {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const [right, below] = [smooth(x - column), smooth(y - row)];
  const at = (dx: number, dy: number): number => randomAt(column + dx, row + dy, seed);
  const above = at(0, 0) + right * (at(1, 0) - at(0, 0));
  const under = at(0, 1) + right * (at(1, 1) - at(0, 1));
  return above + below * (under - above);
}

/** Returns a curve that goes from 0 at `from` to 1 at `to`, and is level at both ends and beyond them. */
export function rampBetween(from: number, to: number, value: number): number {
  return smooth(Math.min(1, Math.max(0, (value - from) / (to - from))));
}

/** Returns a curve from 0 to 1 that is level at both ends. */
function smooth(share: number): number {
  return share * share * (3 - 2 * share);
}
