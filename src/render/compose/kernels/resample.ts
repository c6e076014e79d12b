// A kernel that draws planes in another size with subpixel precision. Each sample is a weighted sum of four
// samples across and four down.

import { held } from './held';

// Weights are in units of 2^-15. Samples are stored minus 128. That leaves 7 fractional bits for the
// intermediate rows in signed 16-bit numbers, although the filter overshoots by up to a fifth.

/**
 * Bytes of a group of four samples in a table of columns. The first 16 bytes are the offsets of the first two
 * sources of each sample from the first source of the group, each as a byte from 0 to 15 and a byte above
 * 127. The next 16 bytes are those of the last two sources. Then follow the weights in the same order, 16
 * bits each.
 */
const COLUMNS: i32 = 64;
/** Bytes of the position of a group's first source in its row. The table has them after all groups. */
const STARTS: i32 = 4;
/**
 * Bytes of a row in a table of rows: four sources of 32 bits, their weights of 16 bits, and 8 unused bytes.
 */
const ROWS: i32 = 32;
/**
 * Half a sample with 7 fractional bits. The intermediate rows contain it, so that the final sums round to the
 * nearest.
 */
const HALF: i32 = 64;

/**
 * Draws rows of red, green and blue.
 *
 * @param toPlane, fromPlane bytes from one plane to the next.
 * @param columns a table of columns.
 * @param groups number of groups in that table, a multiple of 4.
 * @param rows a table of rows, whose sources never go back.
 * @param count number of rows to draw.
 * @param ring memory for the intermediate rows between calls: 16 bytes, which are 0 at the first row of a
 *   picture, and 96 bytes per group.
 */
export function resample(
  to: usize,
  toPlane: i32,
  toStride: i32,
  from: usize,
  fromPlane: i32,
  fromStride: i32,
  columns: usize,
  groups: i32,
  rows: usize,
  count: i32,
  ring: usize,
): void {
  const line = groups * 8;
  const half = held(128 + ((HALF - 128 * 128) << 8));
  let next = load<i32>(ring);
  for (let row = 0; row < count; row++, rows += ROWS, to += toStride) {
    const last = load<i32>(rows, 12);
    next = max(next, load<i32>(rows));
    for (; next <= last; next++) {
      across(
        ring + 16 + (next & 3) * line,
        4 * line,
        from + next * fromStride,
        fromPlane,
        columns,
        groups,
        half,
      );
    }
    for (let plane = 0; plane < 3; plane++) {
      const lines = ring + 16 + plane * 4 * line;
      down(
        to + plane * toPlane,
        lines + (load<i32>(rows) & 3) * line,
        lines + (load<i32>(rows, 4) & 3) * line,
        lines + (load<i32>(rows, 8) & 3) * line,
        lines + (last & 3) * line,
        load<i32>(rows, 16),
        load<i32>(rows, 20),
        line,
      );
    }
  }
  store<i32>(ring, next);
}

/** Resamples a row of the three planes horizontally. Reads the table once for all of them. */
function across(
  to: usize,
  toPlane: i32,
  from: usize,
  fromPlane: i32,
  columns: usize,
  groups: i32,
  half: v128,
): void {
  const end = columns + groups * COLUMNS;
  for (let starts = end; columns < end; columns += 2 * COLUMNS, starts += 2 * STARTS, to += 16) {
    const left = from + load<i32>(starts);
    const leftFirst = v128.load(columns);
    const leftLast = v128.load(columns, 16);
    const leftFirstWeights = v128.load(columns, 32);
    const leftLastWeights = v128.load(columns, 48);
    const right = from + load<i32>(starts, STARTS);
    const rightFirst = v128.load(columns, COLUMNS);
    const rightLast = v128.load(columns, COLUMNS + 16);
    const rightFirstWeights = v128.load(columns, COLUMNS + 32);
    const rightLastWeights = v128.load(columns, COLUMNS + 48);
    for (let plane = 0; plane < 3; plane++) {
      const leftSources = v128.load(left + plane * fromPlane);
      const rightSources = v128.load(right + plane * fromPlane);
      v128.store(
        to + plane * toPlane,
        i16x8.narrow_i32x4_s(
          four(leftSources, leftFirst, leftLast, leftFirstWeights, leftLastWeights, half),
          four(rightSources, rightFirst, rightLast, rightFirstWeights, rightLastWeights, half),
        ),
      );
    }
  }
}

/**
 * Returns four samples of a row minus 128 and plus {@link HALF}, with 7 fractional bits.
 *
 * @param first, last the offsets of the first two and the last two sources. No offset is from 16 to 127, for
 *   which the result of a relaxed swizzle depends on the processor. A strict swizzle takes another
 *   instruction.
 * @param half the offset of the result, including rounding.
 */
function four(from: v128, first: v128, last: v128, firstWeights: v128, lastWeights: v128, half: v128): v128 {
  const sums = i32x4.add(
    i32x4.dot_i16x8_s(i8x16.relaxed_swizzle(from, first), firstWeights),
    i32x4.dot_i16x8_s(i8x16.relaxed_swizzle(from, last), lastWeights),
  );
  return i32x4.shr_s(i32x4.add(sums, half), 8);
}

/**
 * Resamples four intermediate rows vertically.
 *
 * @param one, two, three, four the rows.
 * @param upper, lower the weights of the first two and the last two rows, 16 bits each.
 * @param line bytes of an intermediate row.
 */
function down(
  to: usize,
  one: usize,
  two: usize,
  three: usize,
  four: usize,
  upper: i32,
  lower: i32,
  line: i32,
): void {
  const first = i32x4.splat(upper);
  const last = i32x4.splat(lower);
  const more = held(0x80808080);
  for (const end = to + (line >> 1); to < end; to += 16, one += 32, two += 32, three += 32, four += 32) {
    const left = eight(v128.load(one), v128.load(two), v128.load(three), v128.load(four), first, last);
    const right = eight(
      v128.load(one, 16),
      v128.load(two, 16),
      v128.load(three, 16),
      v128.load(four, 16),
      first,
      last,
    );
    v128.store(to, v128.xor(i8x16.narrow_i16x8_s(left, right), more));
  }
}

/** Returns eight samples minus 128. */
function eight(a: v128, b: v128, c: v128, d: v128, first: v128, last: v128): v128 {
  const low = i32x4.add(
    i32x4.dot_i16x8_s(v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11), first),
    i32x4.dot_i16x8_s(v128.shuffle<i16>(c, d, 0, 8, 1, 9, 2, 10, 3, 11), last),
  );
  const high = i32x4.add(
    i32x4.dot_i16x8_s(v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15), first),
    i32x4.dot_i16x8_s(v128.shuffle<i16>(c, d, 4, 12, 5, 13, 6, 14, 7, 15), last),
  );
  return i16x8.narrow_i32x4_s(i32x4.shr_s(low, 22), i32x4.shr_s(high, 22));
}
