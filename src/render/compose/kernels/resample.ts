// Draws planes in another size, at fractions of a pixel: each sample is a sum of four samples across and four down.
//
import { held } from './held';

// Weights are in parts of 2^15. Samples are counted from 128, so that what is between the two steps has room for 7 bits after the point in
// 16 bits with a sign: a curve that rings adds at most a fifth.

/**
 * A table of columns has 64 bytes for each four samples: which of the 16 bytes from their first source on are the first two sources of each of the
 * four, a byte and one above 127 for each; the same of the last two; and the weights in the same order, 16 bits each. Behind these, for each four
 * samples, it has where their first source lies in its row, in 32 bits.
 */
const COLUMNS: i32 = 64;
const STARTS: i32 = 4;
/** A table of rows has 32 bytes for each: its four sources, 32 bits each, and their weights, 16 bits each; 8 bytes unused. */
const ROWS: i32 = 32;
/** A half of a sample in 7 bits after the point: rows that were drawn across have it already, so that what is drawn down of them is rounded. */
const HALF: i32 = 64;

/**
 * Draws rows of red, green and blue.
 *
 * @param toPlane, fromPlane bytes from one plane to the next.
 * @param columns a table for {@link groups} times four samples; a multiple of 16.
 * @param rows a table whose sources never go back.
 * @param ring 16 bytes, 0 at the first row, and 96 bytes for each group: the rows that were drawn across, kept for the next call.
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

/** Draws a row of the three planes across; what the table says is read once for all of them. */
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
 * Four samples of a row, less 128 and with {@link HALF} more, in 7 bits after the point.
 *
 * @param first, last which bytes are the sources. There are no places from 16 to 127, for which alone processors may differ where a swizzle is relaxed;
 * one that is not takes another instruction.
 * @param half makes these of them, and rounds.
 */
function four(from: v128, first: v128, last: v128, firstWeights: v128, lastWeights: v128, half: v128): v128 {
  const sums = i32x4.add(
    i32x4.dot_i16x8_s(i8x16.relaxed_swizzle(from, first), firstWeights),
    i32x4.dot_i16x8_s(i8x16.relaxed_swizzle(from, last), lastWeights),
  );
  return i32x4.shr_s(i32x4.add(sums, half), 8);
}

/** @param upper, lower the weights of two rows each. @param line bytes of a row. */
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

/** Eight samples, less 128. */
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
