import type { Planes } from '../../av/video/video-frame.ts';
import { DISTANCE_UNIT, type KeyedSamples } from './keyed-samples.ts';
import { TINTED, TRANSLUCENT, TRANSPARENT, VISIBLE } from './key-tables.ts';
import { ramp } from './screen-map.ts';

/** Pixels from a thin object to the screen on both sides of it. */
const SIDE = 4;
/** Pixels from a thin object within which its chroma is smeared. */
const SMEAR = 2;
/** The larger of both sides' distances as a share of the object's: it is thin up to the first, not from the second on. */
const SIDES = [0.45, 0.68] as const;
/** Steps of Y between a thin object and the screen that are needed to find its place. */
const CONTRAST = [20, 36] as const;
/** Distances at which a thin object is transparent and opaque. Its chroma is smeared, so they are small. */
const COVER = [0.12, 0.3] as const;
/** The distance of something thin counts as this times that of a pixel beside it, plus the margin, at most. */
const NEARBY = 1.2;
const MARGIN = 0.05 * DISTANCE_UNIT;
/** Largest distance of the screen beside something thin. */
const MAX_SIDES = 0.6 * DISTANCE_UNIT;
/** Distance from which on a pixel can belong to something thin. */
const LEAST = 0.13 * DISTANCE_UNIT;

/**
 * Corrects a pixel of something thin, such as a hair or a line, with the screen on both sides. Its chroma is
 * smeared over the pixels beside it, because the chroma of the file has half the size. The luma shows where it
 * is: it takes its share of the luma's largest difference from the screen nearby.
 *
 * @param screen Y, U and V of the screen at the pixel.
 */
export function solveThinPixel(
  from: Planes,
  to: KeyedSamples,
  screen: Float64Array,
  x: number,
  y: number,
): void {
  const { width, height, distances } = to;
  if (x < SIDE || y < SIDE || x + SIDE >= width || y + SIDE >= height) return;
  const at = y * width + x;
  const here = distances[at] as number;
  let own = here;
  const screenY = screen[0] as number;
  const lumas = from.y.data;
  const place = y * from.y.stride + x;
  const luma = lumas[place] as number;
  if (here < LEAST && Math.abs(luma - screenY) < CONTRAST[0] / 2) return;
  const sides = findSides(distances, at, width);
  if (sides >= MAX_SIDES) return;
  // The casts are safe because the screen has three numbers and all indexes are inside the planes.
  let most = luma - screenY;
  for (let down = -SMEAR; down <= SMEAR; down++) {
    for (let along = -SMEAR; along <= SMEAR; along++) {
      const there = distances[at + down * width + along] as number;
      if (there > own) own = there;
      const difference = (lumas[place + down * from.y.stride + along] as number) - screenY;
      if (there > LEAST && Math.abs(difference) > Math.abs(most)) most = difference;
    }
  }
  own = Math.min(own, NEARBY * here + MARGIN);
  const sure = (1 - ramp(sides / own, SIDES[0], SIDES[1])) * ramp(Math.abs(most), CONTRAST[0], CONTRAST[1]);
  if (sure === 0) return;
  const share = Math.min(1, Math.max(0, (luma - screenY) / most));
  const cover = 255 * share * ramp(own / DISTANCE_UNIT, COVER[0], COVER[1]);
  const base = to.alpha[at] as number;
  to.alpha[at] = Math.round(base + sure * (cover - base));
  to.y[at] = luma + sure * (screenY + most - luma);
  to.cells[(y >> 1) * ((width + 1) >> 1) + (x >> 1)] = VISIBLE | TRANSPARENT | TRANSLUCENT | TINTED;
}

/** Returns the larger distance of two opposite pixels, in the direction in which it is least. */
function findSides(distances: Uint16Array, at: number, width: number): number {
  let sides = 65535;
  for (let index = 0; index < 4; index++) {
    const offset = index === 0 ? SIDE : SIDE * (width + index - 2);
    const one = distances[at + offset] as number;
    const two = distances[at - offset] as number;
    sides = Math.min(sides, one > two ? one : two);
  }
  return sides;
}
