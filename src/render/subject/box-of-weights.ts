import { SUBJECT_PARTS, type SubjectBox } from '../media/subject-track.ts';

/** Standard deviations from its middle to which a box reaches. A filled rectangle then has a box of its own size. */
const REACH: number = Math.sqrt(3);

/**
 * Returns the box around the weights of a grid: their centre, and how far they spread. Undefined if all are 0.
 *
 * @param weights 0 or more, row by row.
 * @param width number of columns.
 */
export function boxOfWeights(weights: Float32Array, width: number): SubjectBox | undefined {
  const height = weights.length / width;
  let [total, acrossSum, downSum, acrossSquares, downSquares] = [0, 0, 0, 0, 0];
  weights.forEach((weight, index) => {
    const across = ((index % width) + 0.5) / width;
    const down = (Math.floor(index / width) + 0.5) / height;
    total += weight;
    acrossSum += weight * across;
    downSum += weight * down;
    acrossSquares += weight * across ** 2;
    downSquares += weight * down ** 2;
  });
  if (total === 0) return undefined;
  const [x, y] = [acrossSum / total, downSum / total];
  const spread = (squares: number, centre: number): number =>
    2 * REACH * Math.sqrt(Math.max(0, squares / total - centre ** 2));
  return [toParts(x), toParts(y), toParts(spread(acrossSquares, x)), toParts(spread(downSquares, y))];
}

function toParts(fraction: number): number {
  return Math.round(fraction * SUBJECT_PARTS);
}
