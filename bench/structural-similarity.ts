/** Side of a window in pixels. */
const WINDOW = 8;
/** Keep the fractions finite in empty areas (Wang et al., 2004). */
const [C1, C2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

/**
 * Calculates the similarity of two pictures: SSIM of the luma (Wang et al., Image Quality Assessment, 2004),
 * averaged over adjacent windows of 8x8 pixels.
 *
 * @param first luma from 0 to 255. The rows have no padding.
 * @param second luma of the other picture.
 * @returns 1 if they are identical.
 */
export function structuralSimilarity(first: Float32Array, second: Float32Array, width: number): number {
  const [columns, rows] = [Math.floor(width / WINDOW), Math.floor(first.length / width / WINDOW)];
  let sum = 0;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      sum += similarityOfWindow(first, second, row * WINDOW * width + column * WINDOW, width);
    }
  }
  return sum / columns / rows;
}

function similarityOfWindow(first: Float32Array, second: Float32Array, from: number, width: number): number {
  let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
  for (let y = 0; y < WINDOW; y++) {
    for (let at = from + y * width; at < from + y * width + WINDOW; at++) {
      const [one, other] = [first[at] ?? 0, second[at] ?? 0];
      a += one;
      b += other;
      aa += one * one;
      bb += other * other;
      ab += one * other;
    }
  }
  const count = WINDOW * WINDOW;
  const [meanA, meanB] = [a / count, b / count];
  const [varA, varB, both] = [aa / count - meanA ** 2, bb / count - meanB ** 2, ab / count - meanA * meanB];
  return ((2 * meanA * meanB + C1) * (2 * both + C2)) / ((meanA ** 2 + meanB ** 2 + C1) * (varA + varB + C2));
}
