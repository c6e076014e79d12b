import type { Turn } from '../media/media.ts';
import { MASK_SIDE, type PeopleMask } from './find-people.ts';

/** How many times steeper the edge of a mask becomes that has no feather. */
const STEEPNESS = 2;
/** Standard deviations of a Gaussian between the ends of a soft edge. */
const EDGE = 4;
/** Standard deviations to which a Gaussian reaches. */
const REACH = 3;

/**
 * Returns a mask with an edge of a softness.
 *
 * @param feather width of the edge in parts of a side of the picture, 0 to 0.1. At 0, the edge is that of the model.
 */
export function featherMask({ region, mask }: PeopleMask, feather: number): PeopleMask {
  const steep = mask.map((value) => Math.min(1, Math.max(0, (value - 0.5) * STEEPNESS + 0.5)));
  if (feather === 0) return { region, mask: steep };
  const deviation = (feather * MASK_SIDE) / EDGE;
  return { region, mask: blurRows(blurRows(steep, deviation / region.width), deviation / region.height) };
}

/** Blurs the rows of a mask, and swaps its rows and columns. */
function blurRows(mask: Float32Array, deviation: number): Float32Array {
  const reach = Math.ceil(REACH * deviation);
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, tap) =>
    Math.exp(-(((tap - reach) / deviation) ** 2) / 2),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const blurred = new Float32Array(mask.length);
  for (let row = 0; row < MASK_SIDE; row++)
    for (let column = 0; column < MASK_SIDE; column++) {
      let sum = 0;
      for (let tap = -reach; tap <= reach; tap++) {
        const at = Math.min(MASK_SIDE - 1, Math.max(0, column + tap));
        // The casts are safe, because the indexes are within the lists.
        sum += (weights[tap + reach] as number) * (mask[row * MASK_SIDE + at] as number);
      }
      blurred[column * MASK_SIDE + row] = sum / total;
    }
  return blurred;
}

/** A point in fractions of the sides of a picture. */
type Point = readonly [x: number, y: number];

/** For each turn: the point of the stored picture at a point of the upright one. */
const STORED: Readonly<Record<Turn, (x: number, y: number) => Point>> = {
  none: (x, y) => [x, y],
  mirror: (x, y) => [1 - x, y],
  flip: (x, y) => [x, 1 - y],
  half: (x, y) => [1 - x, 1 - y],
  clockwise: (x, y) => [y, 1 - x],
  counterclockwise: (x, y) => [1 - y, x],
  transpose: (x, y) => [y, x],
  transverse: (x, y) => [1 - y, 1 - x],
};

/** Returns the mask of an upright picture for the picture as it is stored. */
export function turnMask({ region, mask }: PeopleMask, turn: Turn): PeopleMask {
  if (turn === 'none') return { region, mask };
  const storedOf = STORED[turn];
  const { left, top, width, height } = region;
  const [one, other] = [storedOf(left, top), storedOf(left + width, top + height)];
  const turned = new Float32Array(mask.length);
  mask.forEach((value, index) => {
    const middle = (place: number): number => (place + 0.5) / MASK_SIDE;
    const [x, y] = storedOf(middle(index % MASK_SIDE), middle(Math.floor(index / MASK_SIDE)));
    turned[Math.floor(y * MASK_SIDE) * MASK_SIDE + Math.floor(x * MASK_SIDE)] = value;
  });
  return {
    region: {
      left: Math.min(one[0], other[0]),
      top: Math.min(one[1], other[1]),
      width: Math.abs(one[0] - other[0]),
      height: Math.abs(one[1] - other[1]),
    },
    mask: turned,
  };
}

/** The alphas of a picture, 0 to 255. */
export interface AlphaTarget {
  readonly data: Uint8Array;
  /** Distance between two rows, and between two alphas of a row. */
  readonly stride: number;
  readonly step: number;
  readonly width: number;
  readonly height: number;
}

/** Multiplies alphas by a mask, which is scaled to their picture. Outside of its region they are 0, as without a mask. */
export function multiplyByMask(target: AlphaTarget, people: PeopleMask | undefined): void {
  const { data, stride, step, width, height } = target;
  const { left, top, ...size } = people?.region ?? { left: 0, top: 0, width: 0, height: 0 };
  const across = new Float32Array(MASK_SIDE);
  for (let row = 0; row < height; row++) {
    const down = placeIn(row, height, top, size.height);
    const isInside = people !== undefined && down >= -0.5 && down < MASK_SIDE;
    if (isInside) mixRows(people.mask, down, across);
    for (let column = 0, to = row * stride; column < width; column++, to += step) {
      const place = placeIn(column, width, left, size.width);
      if (!isInside || !(place >= -0.5) || place >= MASK_SIDE) {
        data[to] = 0;
        continue;
      }
      const first = Math.floor(place);
      // The casts are safe, because the places are within the mask.
      const one = across[first < 0 ? 0 : first] as number;
      const other = across[first + 1 < MASK_SIDE ? first + 1 : MASK_SIDE - 1] as number;
      data[to] = (data[to] as number) * (one + (other - one) * (place - first)) + 0.5;
    }
  }
}

/** Returns the place in a mask of a pixel of a side, which has a part of a length from a start on. */
function placeIn(pixel: number, side: number, start: number, length: number): number {
  return (((pixel + 0.5) / side - start) / length) * MASK_SIDE - 0.5;
}

/** Writes the row of a mask at a place between two rows. */
function mixRows(mask: Float32Array, place: number, into: Float32Array): void {
  const upper = Math.floor(place);
  const clamp = (row: number): number => MASK_SIDE * Math.min(MASK_SIDE - 1, Math.max(0, row));
  const [above, below, share] = [clamp(upper), clamp(upper + 1), place - upper];
  for (let column = 0; column < MASK_SIDE; column++) {
    const value = mask[above + column] as number;
    into[column] = value + ((mask[below + column] as number) - value) * share;
  }
}
