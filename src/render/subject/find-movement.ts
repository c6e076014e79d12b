import type { SubjectBox } from '../media/subject-track.ts';
import { boxOfWeights } from './box-of-weights.ts';
import { GRID, meanOf } from './luma-grid.ts';
import type { SmallPicture } from './small-picture.ts';

/** A movement changes a place by this much, 0 to 255, more than the picture as a whole changes. */
const LEAST_MOVEMENT = 6;
/** Largest share of the places that a subject moves. If more of them change, the camera moves. */
const MOST_MOVING = 0.4;
/** Least distance of a colour from the mean colour, 0 to 441, by which a detail is noticed. */
const LEAST_DISTANCE = 24;

/**
 * Finds what moves in front of a background that rests, or that moves as a whole.
 *
 * @param change how much each place of the grid has changed, 0 to 255.
 */
export function findMovement(change: Float32Array): SubjectBox | undefined {
  const middle = change.toSorted()[change.length >> 1] ?? 0;
  const moving = change.map((value) => Math.max(0, value - 2 * middle - LEAST_MOVEMENT));
  const share = moving.reduce((sum, value) => sum + Number(value > 0), 0) / moving.length;
  return share > MOST_MOVING ? undefined : boxOfWeights(moving, GRID.width);
}

/**
 * Finds what differs most from the rest of a picture by its colour: the saliency by colours of Achanta and others
 * (2009). Undefined for a picture of one colour.
 */
export function findDetail(picture: SmallPicture): SubjectBox | undefined {
  const cells = shrinkToGrid(picture);
  const means = cells.map(meanOf);
  const [red = [], green = [], blue = []] = cells;
  const distances = Float32Array.from(red, (value, cell) =>
    Math.hypot(
      value - (means[0] ?? 0),
      (green[cell] ?? 0) - (means[1] ?? 0),
      (blue[cell] ?? 0) - (means[2] ?? 0),
    ),
  );
  const mean = meanOf(distances);
  const spread = Math.sqrt(meanOf(distances.map((value) => (value - mean) ** 2)));
  const least = Math.max(LEAST_DISTANCE, mean + spread);
  return boxOfWeights(
    distances.map((value) => Math.max(0, value - least)),
    GRID.width,
  );
}

/** Returns the mean red, green and blue of each place of the grid. */
function shrinkToGrid({ data, stride, width, height }: SmallPicture): readonly Float32Array[] {
  const cells = [0, 1, 2].map(() => new Float32Array(GRID.width * GRID.height));
  const counts = new Float32Array(GRID.width * GRID.height);
  for (let row = 0; row < height; row++) {
    const down = Math.floor((row * GRID.height) / height) * GRID.width;
    for (let column = 0; column < width; column++) {
      const cell = down + Math.floor((column * GRID.width) / width);
      counts[cell] = (counts[cell] ?? 0) + 1;
      cells.forEach((sums, colour) => {
        sums[cell] = (sums[cell] ?? 0) + (data[row * stride + 4 * column + colour] ?? 0);
      });
    }
  }
  return cells.map((sums) => sums.map((sum, cell) => sum / Math.max(1, counts[cell] ?? 1)));
}
