/**
 * Grades two rows of Y and their row of U and V in place, by a table with results for each Y at the four corners of each
 * cell of 8x8 samples of U and V.
 *
 * @param y address of the upper row. @param stride bytes from it to the lower one.
 * @param count number of chroma samples.
 * @param lumas address of the results for Y, with 6 fractional bits: four corners for each Y, cell by cell.
 * @param chromas address of the results for U and V: four corners of each.
 * @param weights address of the weights of the corners, twice for each place in a cell. They add up to 64.
 * @param masks address of the factors on the results of both rows, 0 to 2^14; 0 for none. @param maskStride bytes from
 *   the upper row to the lower one.
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
  masks: usize,
  maskStride: i32,
): void {
  const black = i32x4.splat(16 << 8);
  const grey = i32x4.splat(128 << 8);
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
    let results = addPairs(upperSums, lowerSums);
    let factors = half;
    if (masks) {
      factors = i32x4.extend_low_i16x8_u(v128.load32_lane(masks + maskStride, v128.load32_zero(masks), 1));
      masks += 4;
      results = scaled(results, factors, black);
    }
    const bytes = toBytes(results, half);
    v128.store16_lane(y, bytes, 0);
    v128.store16_lane(lower, bytes, 1);
    const mean = (first + second + third + fourth + 2) >> 2;
    const sums = i32x4.dot_i16x8_s(v128.load(chromas + (cell << 12) + (mean << 4)), weight);
    results = addPairs(sums, sums);
    if (masks) {
      const pairs = i32x4.add(factors, v128.shuffle<i32>(factors, factors, 2, 3, 0, 1));
      const all = i32x4.add(pairs, v128.shuffle<i32>(pairs, pairs, 1, 0, 3, 2));
      results = scaled(results, i32x4.shr_s(all, 2), grey);
    }
    const chroma = toBytes(results, half);
    v128.store8_lane(u, chroma, 0);
    v128.store8_lane(v, chroma, 1);
  }
}

/** Adds the lanes of two vectors in pairs. */
function addPairs(one: v128, other: v128): v128 {
  return i32x4.add(v128.shuffle<i32>(one, other, 0, 2, 4, 6), v128.shuffle<i32>(one, other, 1, 3, 5, 7));
}

/** Multiplies the distances of results with 12 fractional bits from black or grey, which has 8. */
function scaled(results: v128, factors: v128, origin: v128): v128 {
  const distances = i32x4.sub(i32x4.shr_s(results, 4), origin);
  return i32x4.add(i32x4.shr_s(i32x4.mul(distances, factors), 10), i32x4.shl(origin, 4));
}

/** Rounds four sums with 12 fractional bits to bytes. */
function toBytes(sums: v128, half: v128): v128 {
  const shorts = i32x4.shr_s(i32x4.add(sums, half), 12);
  return i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_s(shorts, shorts), shorts);
}
