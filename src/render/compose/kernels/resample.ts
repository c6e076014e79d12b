// Kernels that draw planes in another size with subpixel precision. Each sample is a weighted sum of samples
// across and down. Any number of samples may take part.

import { highPairs, lowPairs, product } from './bytes';
import { held, heldPairs } from './held';

// Samples are stored minus 128, so that they fill signed 8-bit numbers. Weights add up to 2^14 and are
// multiplied as fractions of 2^15, each product rounded to the nearest. So the intermediate rows have 7
// fractional bits and the results 6, and even the overshoots of both steps together fit into 16 bits. The
// error of a result is a few hundredths of a sample.

/** Rows that are drawn at a time. */
const ROWS: i32 = 16;
/** Bytes of a column of {@link ROWS} intermediate samples. */
const COLUMN: i32 = 32;
/** Bytes of what {@link limit} keeps for each column: the largest colours, then the factors on them. */
const LIMITS: i32 = 64;
/** 255 with 6 fractional bits. */
const OPAQUE: i16 = 255 * 64;

/**
 * Draws up to 16 rows of up to 3 planes, or of 3 planes of colour and one of alpha. Colours are then
 * premultiplied. Where the sums exceed the range of alpha, the colours are reduced along with it, so that an
 * edge of one colour keeps that colour.
 *
 * @param to where to draw. If `height` is below 16, nothing is written below the last row.
 * @param toPlane, fromPlane bytes from one plane to the next.
 * @param from the samples minus 128: the first column that any result needs, in the first row of the picture.
 * @param planes number of planes, 1 to 4. The fourth is alpha.
 * @param width number of columns that the results need, a multiple of 16.
 * @param columns for each column of the result, in 32 bits, its first source counted from `from`; then for
 *   each column its weights, 16 bits each.
 * @param count number of columns in that table, a multiple of 8.
 * @param columnTaps number of weights of each column.
 * @param rowStarts for each row, in 32 bits, its first source.
 * @param rowWeights for each row its weights, 16 bits each.
 * @param height number of rows, 1 to 16.
 * @param rowTaps number of weights of each row, at least 5.
 * @param flip 0x80808080 to write samples, 0 to write samples minus 128.
 * @param least, most the range of the samples minus 128, four times in 32 bits.
 * @param work memory: 64 bytes for each of the `width` columns and, with alpha, 64 for each of the `count`
 *   columns; and 128 more.
 */
export function resample(
  to: usize,
  toPlane: i32,
  toStride: i32,
  from: usize,
  fromPlane: i32,
  fromStride: i32,
  planes: i32,
  width: i32,
  columns: usize,
  count: i32,
  columnTaps: i32,
  rowStarts: usize,
  rowWeights: usize,
  height: i32,
  rowTaps: i32,
  flip: i32,
  least: i32,
  most: i32,
  work: usize,
): void {
  const lines = work + 128;
  const turned = lines + ROWS * 2 * width;
  const limits = turned + COLUMN * width;
  const hasAlpha = planes == 4;
  // Alpha comes first, because it limits the colours.
  for (let plane = planes - 1; plane >= 0; plane--) {
    const source = from + plane * fromPlane;
    for (let row = 0; row < height; row++) {
      down(
        lines + row * 2 * width,
        source + load<i32>(rowStarts + 4 * row) * fromStride,
        fromStride,
        rowWeights + 2 * row * rowTaps,
        rowTaps,
        width,
      );
    }
    turn(turned, lines, 2 * width);
    const kind = !hasAlpha ? PLAIN : plane == 3 ? ALPHA : COLOUR;
    across(
      to + plane * toPlane,
      toStride,
      turned,
      columns,
      count,
      columnTaps,
      height,
      flip,
      least,
      most,
      work,
      limits,
      kind,
    );
  }
}

/** Subtracts 128 from samples, or adds it. @param count number of samples, a multiple of 16. */
export function flipSigns(at: usize, count: i32): void {
  const sign = held(0x80808080);
  for (const end = at + count; at < end; at += 16) v128.store(at, v128.xor(v128.load(at), sign));
}

/** Multiplies colours by their alpha. @param plane bytes from one plane to the next. @param count a multiple of 16. */
export function premultiply(red: usize, plane: i32, count: i32): void {
  for (const end = red + count; red < end; red += 16) {
    const alpha = v128.load(red + 3 * plane);
    if (i8x16.all_true(i8x16.eq(alpha, i8x16.splat(-1)))) continue;
    for (let channel = 0; channel < 3; channel++) {
      const at = red + channel * plane;
      v128.store(at, product(v128.load(at), alpha));
    }
  }
}

/**
 * Multiplies a plane by the opacities of its columns and rows.
 *
 * @param columns, rows addresses of the opacity of each column and each row, 0 to 255.
 * @param width a multiple of 16.
 */
export function fade(at: usize, stride: i32, width: i32, height: i32, columns: usize, rows: usize): void {
  const all = i8x16.splat(-1);
  for (let row = 0; row < height; row++, at += stride) {
    const rowShare = i8x16.splat(load<u8>(rows + row) as i8);
    for (let column = 0; column < width; column += 16) {
      const share = product(v128.load(columns + column), rowShare);
      if (i8x16.all_true(i8x16.eq(share, all))) continue;
      v128.store(at + column, product(v128.load(at + column), share));
    }
  }
}

/**
 * Converts opaque pixels to U and V of BT.709 in limited range, one sample for each pixel, minus 128.
 *
 * @param red, plane red samples, and the bytes to green, and from there to blue.
 * @param count number of pixels, a multiple of 16.
 */
export function toFullChroma(red: usize, plane: i32, count: i32, u: usize, v: usize): void {
  // The same weights as in `convert.ts`, as fractions of 2^16. Half a sample is added to round to the nearest.
  const uFirst = heldPairs(-6596, -22188);
  const uLast = heldPairs(28784, 16384);
  const vFirst = heldPairs(28784, -26145);
  const vLast = heldPairs(-2639, 16384);
  const two = i8x16.splat(2);
  for (const end = red + count; red < end; red += 16, u += 16, v += 16) {
    const greens = v128.load(red + plane);
    const reds = v128.load(red);
    const blues = v128.load(red + 2 * plane);
    const lowFirst = lowPairs(reds, greens);
    const lowLast = lowPairs(blues, two);
    const highFirst = highPairs(reds, greens);
    const highLast = highPairs(blues, two);
    v128.store(u, chromaOf(lowFirst, lowLast, highFirst, highLast, uFirst, uLast));
    v128.store(v, chromaOf(lowFirst, lowLast, highFirst, highLast, vFirst, vLast));
  }
}

/** Returns sixteen chroma samples minus 128, given pairs of colours and the weights of these pairs. */
function chromaOf(
  lowFirst: v128,
  lowLast: v128,
  highFirst: v128,
  highLast: v128,
  first: v128,
  last: v128,
): v128 {
  return i8x16.narrow_i16x8_s(
    i16x8.narrow_i32x4_s(
      weighed(i16x8.extend_low_i8x16_u(lowFirst), i16x8.extend_low_i8x16_u(lowLast), first, last),
      weighed(i16x8.extend_high_i8x16_u(lowFirst), i16x8.extend_high_i8x16_u(lowLast), first, last),
    ),
    i16x8.narrow_i32x4_s(
      weighed(i16x8.extend_low_i8x16_u(highFirst), i16x8.extend_low_i8x16_u(highLast), first, last),
      weighed(i16x8.extend_high_i8x16_u(highFirst), i16x8.extend_high_i8x16_u(highLast), first, last),
    ),
  );
}

function weighed(firstPairs: v128, lastPairs: v128, first: v128, last: v128): v128 {
  return i32x4.shr_s(i32x4.add(i32x4.dot_i16x8_s(firstPairs, first), i32x4.dot_i16x8_s(lastPairs, last)), 16);
}

/**
 * Returns rounded products of fractions of 2^15. The result of the relaxed operation depends on the processor
 * only if both factors are -1, and no weight is.
 */
function times(one: v128, weight: v128): v128 {
  return i16x8.relaxed_q15mulr_s(one, weight);
}

/** Adds the low eight of sixteen samples, as fractions of 2^7, times a weight. */
function addLow(sum: v128, samples: v128, weight: v128, none: v128): v128 {
  const wide = v128.shuffle<i8>(none, samples, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  return i16x8.add_sat_s(sum, times(wide, weight));
}

/** Adds the high eight of sixteen samples. */
function addHigh(sum: v128, samples: v128, weight: v128, none: v128): v128 {
  // oxfmt-ignore
  const wide = v128.shuffle<i8>(none, samples, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  return i16x8.add_sat_s(sum, times(wide, weight));
}

/** Adds eight intermediate samples times a weight. */
function addTimes(sum: v128, samples: usize, weight: v128): v128 {
  return i16x8.add_sat_s(sum, times(v128.load(samples), weight));
}

/** Resamples a row vertically. @param width number of samples, a multiple of 16. */
function down(to: usize, from: usize, stride: i32, weights: usize, taps: i32, width: i32): void {
  const done = firstRows(to, from, stride, weights, taps, width);
  for (let next = done; next < taps; next += 4)
    addRows<Four>(to, from + next * stride, stride, weights + 2 * next, width);
}

/** Adds so many source rows that a multiple of four remains. @returns their number, 5 to 8. */
function firstRows(to: usize, from: usize, stride: i32, weights: usize, taps: i32, width: i32): i32 {
  switch (taps & 3) {
    case 1:
      addRows<Five>(to, from, stride, weights, width);
      return 5;
    case 2:
      addRows<Six>(to, from, stride, weights, width);
      return 6;
    case 3:
      addRows<Seven>(to, from, stride, weights, width);
      return 7;
    default:
      addRows<Eight>(to, from, stride, weights, width);
      return 8;
  }
}

// Numbers of rows. They are types of rising sizes, because the compiler makes a function for each type.
type Four = u8;
type Five = u16;
type Six = u32;
type Seven = u64;
type Eight = v128;

/** Adds source rows to an intermediate row: four more ones, or the first ones if there are more than four. */
function addRows<Rows>(to: usize, from: usize, stride: i32, weights: usize, width: i32): void {
  const none = held(0);
  const w0 = v128.load16_splat(weights);
  const w1 = v128.load16_splat(weights, 2);
  const w2 = v128.load16_splat(weights, 4);
  const w3 = v128.load16_splat(weights, 6);
  const w4 = sizeof<Rows>() >= sizeof<Five>() ? v128.load16_splat(weights, 8) : none;
  const w5 = sizeof<Rows>() >= sizeof<Six>() ? v128.load16_splat(weights, 10) : none;
  const w6 = sizeof<Rows>() >= sizeof<Seven>() ? v128.load16_splat(weights, 12) : none;
  const w7 = sizeof<Rows>() >= sizeof<Eight>() ? v128.load16_splat(weights, 14) : none;
  for (const end = from + width; from < end; from += 16, to += 32) {
    let at = from;
    let samples = v128.load(at);
    let low = addLow(sizeof<Rows>() == sizeof<Four>() ? v128.load(to) : none, samples, w0, none);
    let high = addHigh(sizeof<Rows>() == sizeof<Four>() ? v128.load(to, 16) : none, samples, w0, none);
    samples = v128.load((at += stride));
    low = addLow(low, samples, w1, none);
    high = addHigh(high, samples, w1, none);
    samples = v128.load((at += stride));
    low = addLow(low, samples, w2, none);
    high = addHigh(high, samples, w2, none);
    samples = v128.load((at += stride));
    low = addLow(low, samples, w3, none);
    high = addHigh(high, samples, w3, none);
    if (sizeof<Rows>() >= sizeof<Five>()) {
      samples = v128.load((at += stride));
      low = addLow(low, samples, w4, none);
      high = addHigh(high, samples, w4, none);
    }
    if (sizeof<Rows>() >= sizeof<Six>()) {
      samples = v128.load((at += stride));
      low = addLow(low, samples, w5, none);
      high = addHigh(high, samples, w5, none);
    }
    if (sizeof<Rows>() >= sizeof<Seven>()) {
      samples = v128.load((at += stride));
      low = addLow(low, samples, w6, none);
      high = addHigh(high, samples, w6, none);
    }
    if (sizeof<Rows>() >= sizeof<Eight>()) {
      samples = v128.load((at += stride));
      low = addLow(low, samples, w7, none);
      high = addHigh(high, samples, w7, none);
    }
    v128.store(to, low);
    v128.store(to, high, 16);
  }
}

/**
 * Turns 16 intermediate rows into columns of 16 samples.
 *
 * @param line bytes of a row, a multiple of 32.
 */
function turn(to: usize, from: usize, line: i32): void {
  for (const end = from + line; from < end; from += 16, to += 8 * COLUMN) {
    turnEight(to, from, line);
    turnEight(to + 16, from + 8 * line, line);
  }
}

/** Turns eight rows of eight samples. */
function turnEight(to: usize, from: usize, line: i32): void {
  const a = v128.load(from);
  const b = v128.load((from += line));
  const c = v128.load((from += line));
  const d = v128.load((from += line));
  const e = v128.load((from += line));
  const f = v128.load((from += line));
  const g = v128.load((from += line));
  const h = v128.load(from + line);
  const ab = v128.shuffle<i16>(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
  const ab4 = v128.shuffle<i16>(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
  const cd = v128.shuffle<i16>(c, d, 0, 8, 1, 9, 2, 10, 3, 11);
  const cd4 = v128.shuffle<i16>(c, d, 4, 12, 5, 13, 6, 14, 7, 15);
  const ef = v128.shuffle<i16>(e, f, 0, 8, 1, 9, 2, 10, 3, 11);
  const ef4 = v128.shuffle<i16>(e, f, 4, 12, 5, 13, 6, 14, 7, 15);
  const gh = v128.shuffle<i16>(g, h, 0, 8, 1, 9, 2, 10, 3, 11);
  const gh4 = v128.shuffle<i16>(g, h, 4, 12, 5, 13, 6, 14, 7, 15);
  storeTurned(to, ab, cd, ef, gh);
  storeTurned(to + 4 * COLUMN, ab4, cd4, ef4, gh4);
}

/** Stores four columns of eight samples, given pairs of rows. */
function storeTurned(to: usize, ab: v128, cd: v128, ef: v128, gh: v128): void {
  const first = v128.shuffle<i32>(ab, cd, 0, 4, 1, 5);
  const second = v128.shuffle<i32>(ab, cd, 2, 6, 3, 7);
  const third = v128.shuffle<i32>(ef, gh, 0, 4, 1, 5);
  const fourth = v128.shuffle<i32>(ef, gh, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<i64>(first, third, 0, 2));
  v128.store(to + COLUMN, v128.shuffle<i64>(first, third, 1, 3));
  v128.store(to + 2 * COLUMN, v128.shuffle<i64>(second, fourth, 0, 2));
  v128.store(to + 3 * COLUMN, v128.shuffle<i64>(second, fourth, 1, 3));
}

/** Kinds of planes: colour without alpha, colour with alpha, and alpha. */
const PLAIN: i32 = 0;
const COLOUR: i32 = 1;
const ALPHA: i32 = 2;

/**
 * Resamples 16 turned rows horizontally, and turns them back.
 *
 * @param tile memory of 128 bytes.
 * @param limits the limits of the colours: written for {@link ALPHA}, read for {@link COLOUR}.
 */
function across(
  to: usize,
  toStride: i32,
  from: usize,
  columns: usize,
  count: i32,
  taps: i32,
  height: i32,
  flip: i32,
  least: i32,
  most: i32,
  tile: usize,
  limits: usize,
  kind: i32,
): void {
  const half = held((32 << 16) | 32);
  const sign = held(flip);
  const low = held(least);
  const high = held(most);
  let weights = columns + 4 * count;
  for (const end = columns + 4 * count; columns < end; to += 8) {
    for (let column = 0; column < 8; column++, columns += 4) {
      let at = from + load<i32>(columns) * COLUMN;
      let upper = half;
      let lower = half;
      const last = weights + 2 * taps;
      for (; weights + 2 < last; weights += 4, at += 2 * COLUMN) {
        const one = v128.load16_splat(weights);
        upper = addTimes(upper, at, one);
        lower = addTimes(lower, at + 16, one);
        const other = v128.load16_splat(weights, 2);
        upper = addTimes(upper, at + COLUMN, other);
        lower = addTimes(lower, at + COLUMN + 16, other);
      }
      if (weights < last) {
        const one = v128.load16_splat(weights);
        upper = addTimes(upper, at, one);
        lower = addTimes(lower, at + 16, one);
        weights += 2;
      }
      if (kind != PLAIN) {
        if (kind == ALPHA) limit(limits, upper, lower);
        else {
          upper = limited(upper, v128.load(limits), v128.load(limits, 32));
          lower = limited(lower, v128.load(limits, 16), v128.load(limits, 48));
        }
        limits += LIMITS;
      }
      const samples = i8x16.narrow_i16x8_s(i16x8.shr_s(upper, 6), i16x8.shr_s(lower, 6));
      v128.store(tile + 16 * column, v128.xor(i8x16.min_s(i8x16.max_s(samples, low), high), sign));
    }
    if (height == ROWS) turnBack(to, toStride, tile);
    else {
      turnBack(tile, 8, tile);
      for (let row = 0; row < height; row++) store<i64>(to + row * toStride, load<i64>(tile + 8 * row));
    }
  }
}

/**
 * Keeps the limits that a column of alpha sets.
 *
 * @param to where to keep them: the largest colours, in the unit of the sums, then the factors on the colours
 *   as fractions of 2^15.
 * @param upper, lower sums for 16 rows: alpha minus 128, with 6 fractional bits, plus 32.
 */
function limit(to: usize, upper: v128, lower: v128): void {
  v128.store(to, upper);
  v128.store(to, lower, 16);
  v128.store(to, factors(upper), 32);
  v128.store(to, factors(lower), 48);
}

/** Returns the factors on colours whose alpha exceeds its range. */
function factors(sums: v128): v128 {
  // Without the offsets, and without numbers below 255, which keep their colours.
  const alpha = i16x8.max_s(i16x8.add_sat_s(sums, i16x8.splat(128 * 64 - 32)), i16x8.splat(OPAQUE));
  const low = f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(alpha));
  const high = f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(alpha));
  const all = f32x4.splat(32767.0 * 255.0 * 64.0);
  return i16x8.narrow_i32x4_s(
    i32x4.trunc_sat_f32x4_s(f32x4.div(all, low)),
    i32x4.trunc_sat_f32x4_s(f32x4.div(all, high)),
  );
}

/** Returns sums of a colour within the limits of their alpha. */
function limited(sums: v128, alpha: v128, factor: v128): v128 {
  const offset = i16x8.splat(128 * 64);
  const colour = i16x8.max_s(i16x8.add_sat_s(sums, offset), i16x8.splat(0));
  return i16x8.min_s(i16x8.sub(times(colour, factor), offset), alpha);
}

/** Turns eight columns of 16 samples into 16 rows. @param tile the columns. */
function turnBack(to: usize, stride: i32, tile: usize): void {
  const a = v128.load(tile);
  const b = v128.load(tile, 16);
  const c = v128.load(tile, 32);
  const d = v128.load(tile, 48);
  const e = v128.load(tile, 64);
  const f = v128.load(tile, 80);
  const g = v128.load(tile, 96);
  const h = v128.load(tile, 112);
  storeRows(to, stride, lowPairs(a, b), lowPairs(c, d), lowPairs(e, f), lowPairs(g, h));
  storeRows(to + 8 * stride, stride, highPairs(a, b), highPairs(c, d), highPairs(e, f), highPairs(g, h));
}

/** Stores eight rows of eight samples, given pairs of columns. */
function storeRows(to: usize, stride: i32, ab: v128, cd: v128, ef: v128, gh: v128): void {
  const abcd = v128.shuffle<i16>(ab, cd, 0, 8, 1, 9, 2, 10, 3, 11);
  const abcd4 = v128.shuffle<i16>(ab, cd, 4, 12, 5, 13, 6, 14, 7, 15);
  const efgh = v128.shuffle<i16>(ef, gh, 0, 8, 1, 9, 2, 10, 3, 11);
  const efgh4 = v128.shuffle<i16>(ef, gh, 4, 12, 5, 13, 6, 14, 7, 15);
  storeTwo(to, stride, v128.shuffle<i32>(abcd, efgh, 0, 4, 1, 5));
  storeTwo(to + 2 * stride, stride, v128.shuffle<i32>(abcd, efgh, 2, 6, 3, 7));
  storeTwo(to + 4 * stride, stride, v128.shuffle<i32>(abcd4, efgh4, 0, 4, 1, 5));
  storeTwo(to + 6 * stride, stride, v128.shuffle<i32>(abcd4, efgh4, 2, 6, 3, 7));
}

/** Stores two rows of eight samples. */
function storeTwo(to: usize, stride: i32, rows: v128): void {
  v128.store64_lane(to, rows, 0);
  v128.store64_lane(to + stride, rows, 1);
}
