/**
 * Grades two rows of Y and their row of U and V in place, by a table with results for each Y at the four corners of each
 * cell of 8x8 samples of U and V.
 *
 * @param y address of the upper row. @param stride bytes from it to the lower one.
 * @param count number of chroma samples.
 * @param lumas address of the results for Y, with 6 fractional bits: four corners for each Y, cell by cell.
 * @param chromas address of the results for U and V: four corners of each.
 * @param weights address of the weights of the corners, twice for each place in a cell. They add up to 64.
 */
export function gradeRows(
  y: usize,
  stride: i32,
  u: usize,
  v: usize,
  count: i32,
  lumas: usize,
  chromas: usize,
  weights: usize,
): void {
  const half = i32x4.splat(1 << 11);
  for (let column = 0; column < count; column++, y += 2, u++, v++) {
    const blue = <i32>load<u8>(u);
    const red = <i32>load<u8>(v);
    const cell = ((red >> 3) << 5) | (blue >> 3);
    const weight = v128.load(weights + ((((red & 7) << 3) | (blue & 7)) << 4));
    const table = lumas + (cell << 11);
    const lower = y + stride;
    const first = <i32>load<u8>(y);
    const second = <i32>load<u8>(y + 1);
    const third = <i32>load<u8>(lower);
    const fourth = <i32>load<u8>(lower + 1);
    const upperSums = i32x4.dot_i16x8_s(
      v128.load64_lane(table + (second << 3), v128.load64_zero(table + (first << 3)), 1),
      weight,
    );
    const lowerSums = i32x4.dot_i16x8_s(
      v128.load64_lane(table + (fourth << 3), v128.load64_zero(table + (third << 3)), 1),
      weight,
    );
    const bytes = toBytes(addPairs(upperSums, lowerSums), half);
    v128.store16_lane(y, bytes, 0);
    v128.store16_lane(lower, bytes, 1);
    const mean = (first + second + third + fourth + 2) >> 2;
    const sums = i32x4.dot_i16x8_s(v128.load(chromas + (cell << 12) + (mean << 4)), weight);
    const chroma = toBytes(addPairs(sums, sums), half);
    v128.store8_lane(u, chroma, 0);
    v128.store8_lane(v, chroma, 1);
  }
}

/** Adds the lanes of two vectors in pairs. */
function addPairs(one: v128, other: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(one, other, 0, 2, 4, 6), v128.shuffle<i32>(one, other, 1, 3, 5, 7));
}

/** Rounds four sums with 12 fractional bits to bytes. */
function toBytes(sums: v128, half: v128): v128 {
  const shorts = i32x4.shr_s(i32x4.add(sums, half), 12);
  return i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(shorts, shorts), shorts);
}
