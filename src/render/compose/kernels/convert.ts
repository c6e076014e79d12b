// Kernels that convert red, green, blue and alpha to planes of BT.709 in limited range (ITU-R BT.709-6, like
// `rgbToYuv`). Colours are premultiplied. They are stored in consecutive planes, whose rows have 16 free
// bytes on their left.

import { highPairs, lowPairs, product } from './bytes';
import { held, heldPairs } from './held';

/**
 * Fractional bits of the weights below. The weights of U and of V add up to 0, those of luma to 219 / 255.
 */
const BITS: i32 = 16;

/**
 * Splits pixels into planes.
 *
 * @param from premultiplied RGBA.
 * @param to the plane of red.
 * @param plane bytes from one plane to the next.
 * @param count number of pixels, a multiple of 16.
 * @returns true if all pixels are opaque.
 */
export function split(from: usize, to: usize, plane: i32, count: i32): bool {
  let common = i8x16.splat(-1);
  for (const end = to + count; to < end; to += 16, from += 64) {
    const one = v128.load(from);
    const two = v128.load(from, 16);
    const three = v128.load(from, 32);
    const four = v128.load(from, 48);
    // oxfmt-ignore
    const redGreen = v128.shuffle<i8>(one, two, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    // oxfmt-ignore
    const moreRedGreen = v128.shuffle<i8>(three, four, 0, 4, 8, 12, 16, 20, 24, 28, 1, 5, 9, 13, 17, 21, 25, 29);
    // oxfmt-ignore
    const blueAlpha = v128.shuffle<i8>(one, two, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
    // oxfmt-ignore
    const moreBlueAlpha = v128.shuffle<i8>(three, four, 2, 6, 10, 14, 18, 22, 26, 30, 3, 7, 11, 15, 19, 23, 27, 31);
    const red = v128.shuffle<i64>(redGreen, moreRedGreen, 0, 2);
    const green = v128.shuffle<i64>(redGreen, moreRedGreen, 1, 3);
    const blue = v128.shuffle<i64>(blueAlpha, moreBlueAlpha, 0, 2);
    const alpha = v128.shuffle<i64>(blueAlpha, moreBlueAlpha, 1, 3);
    v128.store(to, red);
    v128.store(to + plane, green);
    v128.store(to + 2 * plane, blue);
    v128.store(to + 3 * plane, alpha);
    common = v128.and(common, alpha);
  }
  return i8x16.all_true(i8x16.eq(common, i8x16.splat(-1)));
}

/**
 * Multiplies opaque pixels by the opacities of their column and row, which become their alpha.
 *
 * @param columns, rows addresses of the opacity of each column and each row, 0 to 255.
 * @param width a multiple of 16.
 */
export function shade(
  red: usize,
  plane: i32,
  stride: i32,
  width: i32,
  height: i32,
  columns: usize,
  rows: usize,
): void {
  const all = i8x16.splat(-1);
  for (let row = 0; row < height; row++, red += stride) {
    const rowShare = i8x16.splat(load<u8>(rows + row) as i8);
    for (let column = 0; column < width; column += 16) {
      const at = red + column;
      const share = product(v128.load(columns + column), rowShare);
      v128.store(at + 3 * plane, share);
      if (i8x16.all_true(i8x16.eq(share, all))) continue;
      v128.store(at, product(v128.load(at), share));
      v128.store(at + plane, product(v128.load(at + plane), share));
      v128.store(at + 2 * plane, product(v128.load(at + 2 * plane), share));
    }
  }
}

/** Converts opaque pixels to Y. @param width a multiple of 16. */
export function toLuma(
  red: usize,
  plane: i32,
  stride: i32,
  width: i32,
  height: i32,
  to: usize,
  toStride: i32,
): void {
  const first = firstLuma();
  const last = lastLuma();
  const black = heldBlack();
  for (let row = 0; row < height; row++, red += stride, to += toStride) {
    for (let column = 0; column < width; column += 16) {
      const at = red + column;
      const reds = v128.load(at);
      v128.store(
        to + column,
        lumaOf(reds, v128.load(at + plane), v128.load(at + 2 * plane), first, last, black),
      );
    }
  }
}

/** Converts pixels to Y, and copies their alpha. @param width a multiple of 16. */
export function toLumaAlpha(
  red: usize,
  plane: i32,
  stride: i32,
  width: i32,
  height: i32,
  to: usize,
  toAlpha: usize,
  toStride: i32,
): void {
  const all = i8x16.splat(-1);
  const first = firstLuma();
  const last = lastLuma();
  const black = heldBlack();
  for (let row = 0; row < height; row++, red += stride, to += toStride, toAlpha += toStride) {
    for (let column = 0; column < width; column += 16) {
      const at = red + column;
      const alpha = v128.load(at + 3 * plane);
      const reds = v128.load(at);
      const greens = v128.load(at + plane);
      const blues = v128.load(at + 2 * plane);
      v128.store(toAlpha + column, alpha);
      if (!v128.any_true(alpha)) v128.store(to + column, i8x16.splat(16));
      else if (i8x16.all_true(i8x16.eq(alpha, all)))
        v128.store(to + column, lumaOf(reds, greens, blues, first, last, black));
      else v128.store(to + column, dividedLuma(reds, greens, blues, alpha, first, last));
    }
  }
}

/**
 * Converts opaque pixels to U and V. The samples sit between the rows and on the left column of each block
 * of 2x2 pixels: the pixels of both rows weigh 1, 2 and 1. The first column repeats on its left.
 *
 * @param width a multiple of 16.
 * @param height an even number.
 */
export function toChroma(
  red: usize,
  plane: i32,
  stride: i32,
  width: i32,
  height: i32,
  u: usize,
  v: usize,
  toStride: i32,
): void {
  const bytes = heldPairs(255, 255);
  const more = heldGrey();
  const uFirst = firstU();
  const uLast = lastU();
  const vFirst = firstV();
  const vLast = lastV();
  for (let row = 0; row < height; row += 2, red += 2 * stride, u += toStride, v += toStride) {
    for (let channel = 0; channel < 3; channel++) goOnLeft(red + channel * plane, stride);
    for (let column = 0; column < width; column += 16) {
      const at = red + column;
      const to = column >> 1;
      const reds = around(at, stride, bytes);
      const greens = around(at + plane, stride, bytes);
      const blues = around(at + 2 * plane, stride, bytes);
      storeChroma(u + to, chromaOf(reds, greens, blues, more, uFirst, uLast));
      storeChroma(v + to, chromaOf(reds, greens, blues, more, vFirst, vLast));
    }
  }
}

/**
 * Converts pixels to U and V like {@link toChroma}, and averages their alpha. Transparent pixels add no
 * colour.
 */
export function toChromaAlpha(
  red: usize,
  plane: i32,
  stride: i32,
  width: i32,
  height: i32,
  u: usize,
  v: usize,
  toAlpha: usize,
  toStride: i32,
): void {
  const bytes = heldPairs(255, 255);
  const more = heldGrey();
  const uFirst = firstU();
  const uLast = lastU();
  const vFirst = firstV();
  const vLast = lastV();
  for (let row = 0; row < height; row += 2, red += 2 * stride) {
    for (let channel = 0; channel < 4; channel++) goOnLeft(red + channel * plane, stride);
    for (let column = 0; column < width; column += 16) {
      const at = red + column;
      const to = column >> 1;
      const alpha = around(at + 3 * plane, stride, bytes);
      storeChroma(toAlpha + to, i16x8.shr_u(i16x8.add(alpha, i16x8.splat(4)), 3));
      if (!v128.any_true(alpha)) {
        v128.store64_lane(u + to, i8x16.splat(-128), 0);
        v128.store64_lane(v + to, i8x16.splat(-128), 0);
        continue;
      }
      const reds = around(at, stride, bytes);
      const greens = around(at + plane, stride, bytes);
      const blues = around(at + 2 * plane, stride, bytes);
      if (i16x8.all_true(i16x8.eq(alpha, i16x8.splat(8 * 255)))) {
        storeChroma(u + to, chromaOf(reds, greens, blues, more, uFirst, uLast));
        storeChroma(v + to, chromaOf(reds, greens, blues, more, vFirst, vLast));
      } else {
        storeChroma(u + to, dividedChroma(reds, greens, blues, alpha, uFirst, uLast));
        storeChroma(v + to, dividedChroma(reds, greens, blues, alpha, vFirst, vLast));
      }
    }
    u += toStride;
    v += toStride;
    toAlpha += toStride;
  }
}

/**
 * Returns Y of sixteen opaque pixels.
 *
 * @param first, last the weights for {@link lumas}.
 * @param black the result of {@link heldBlack}.
 */
function lumaOf(red: v128, green: v128, blue: v128, first: v128, last: v128, black: v128): v128 {
  const low = lowPairs(red, green);
  const high = highPairs(red, green);
  const lowMore = lowPairs(blue, green);
  const highMore = highPairs(blue, green);
  return i8x16.narrow_i16x8_u(
    i16x8.narrow_i32x4_s(
      rounded(lumas(i16x8.extend_low_i8x16_u(low), i16x8.extend_low_i8x16_u(lowMore), first, last), black),
      rounded(lumas(i16x8.extend_high_i8x16_u(low), i16x8.extend_high_i8x16_u(lowMore), first, last), black),
    ),
    i16x8.narrow_i32x4_s(
      rounded(lumas(i16x8.extend_low_i8x16_u(high), i16x8.extend_low_i8x16_u(highMore), first, last), black),
      rounded(
        lumas(i16x8.extend_high_i8x16_u(high), i16x8.extend_high_i8x16_u(highMore), first, last),
        black,
      ),
    ),
  );
}

/**
 * Returns Y minus 16 of four pixels with {@link BITS} fractional bits. Green is added in two halves, because
 * its weight is too large for 16 bits.
 */
function lumas(redGreen: v128, blueGreen: v128, first: v128, last: v128): v128 {
  return i32x4.add(i32x4.dot_i16x8_s(redGreen, first), i32x4.dot_i16x8_s(blueGreen, last));
}

/** Returns the weights of red and of half of green for Y. */
function firstLuma(): v128 {
  return heldPairs(11966, 20127);
}

/** Returns the weights of blue and of the other half of green for Y. */
function lastLuma(): v128 {
  return heldPairs(4064, 20127);
}

/** Returns 16.5: Y of black, and 0.5 to round to the nearest. */
function heldBlack(): v128 {
  return held(33 << (BITS - 1));
}

/** Adds the luma of black and removes the fractional bits. */
function rounded(lumas: v128, black: v128): v128 {
  return i32x4.shr_s(i32x4.add(lumas, black), BITS);
}

/** Returns Y of sixteen pixels, whose colours are divided by their alpha. */
function dividedLuma(red: v128, green: v128, blue: v128, alpha: v128, first: v128, last: v128): v128 {
  const low = lowPairs(red, green);
  const high = highPairs(red, green);
  const lowMore = lowPairs(blue, green);
  const highMore = highPairs(blue, green);
  const shares = i8x16.max_u(alpha, i8x16.splat(1));
  const lowShares = i16x8.extend_low_i8x16_u(shares);
  const highShares = i16x8.extend_high_i8x16_u(shares);
  return i8x16.narrow_i16x8_u(
    i16x8.narrow_i32x4_s(
      divided(
        lumas(i16x8.extend_low_i8x16_u(low), i16x8.extend_low_i8x16_u(lowMore), first, last),
        i32x4.extend_low_i16x8_u(lowShares),
        16.5,
      ),
      divided(
        lumas(i16x8.extend_high_i8x16_u(low), i16x8.extend_high_i8x16_u(lowMore), first, last),
        i32x4.extend_high_i16x8_u(lowShares),
        16.5,
      ),
    ),
    i16x8.narrow_i32x4_s(
      divided(
        lumas(i16x8.extend_low_i8x16_u(high), i16x8.extend_low_i8x16_u(highMore), first, last),
        i32x4.extend_low_i16x8_u(highShares),
        16.5,
      ),
      divided(
        lumas(i16x8.extend_high_i8x16_u(high), i16x8.extend_high_i8x16_u(highMore), first, last),
        i32x4.extend_high_i16x8_u(highShares),
        16.5,
      ),
    ),
  );
}

/**
 * Divides sums with {@link BITS} fractional bits by alpha.
 *
 * @param alpha in units of 1/255.
 * @param black the sample of black or grey, plus 0.5 to round to the nearest.
 */
function divided(sums: v128, alpha: v128, black: f32): v128 {
  const whole = f32x4.mul(f32x4.convert_i32x4_s(sums), f32x4.splat(255.0 / 65536.0));
  const parts = f32x4.div(whole, f32x4.convert_i32x4_s(alpha));
  return i32x4.trunc_sat_f32x4_s(f32x4.add(parts, f32x4.splat(black)));
}

/** Repeats the first pixels of two rows on their left. */
function goOnLeft(row: usize, stride: i32): void {
  store<u8>(row - 1, load<u8>(row));
  store<u8>(row + stride - 1, load<u8>(row + stride));
}

/**
 * Returns the weighted sums of the pixels around eight chroma samples. The weights add up to 8.
 *
 * @param bytes 255 in each lane.
 */
function around(row: usize, stride: i32, bytes: v128): v128 {
  const upper = v128.load(row);
  const lower = v128.load(row + stride);
  const before = i16x8.add(i16x8.shr_u(v128.load(row - 2), 8), i16x8.shr_u(v128.load(row + stride - 2), 8));
  const middle = i16x8.add(v128.and(upper, bytes), v128.and(lower, bytes));
  const after = i16x8.add(i16x8.shr_u(upper, 8), i16x8.shr_u(lower, 8));
  return i16x8.add(i16x8.add(before, after), i16x8.shl(middle, 1));
}

/**
 * Converts eight sums of {@link around} to chroma samples.
 *
 * @param more the result of {@link heldGrey}.
 * @param first, last the weights of red and green, and those of blue and `more`.
 */
function chromaOf(red: v128, green: v128, blue: v128, more: v128, first: v128, last: v128): v128 {
  return i16x8.narrow_i32x4_s(
    i32x4.shr_s(lowSums(red, green, blue, more, first, last), BITS + 3),
    i32x4.shr_s(highSums(red, green, blue, more, first, last), BITS + 3),
  );
}

/** Returns the weights of red and green for U. */
function firstU(): v128 {
  return heldPairs(-6596, -22188);
}

/** Returns the weights of blue and of {@link heldGrey} for U. */
function lastU(): v128 {
  return heldPairs(28784, 16448);
}

/** Returns the weights of red and green for V. */
function firstV(): v128 {
  return heldPairs(28784, -26145);
}

/** Returns the weights of blue and of {@link heldGrey} for V. */
function lastV(): v128 {
  return heldPairs(-2639, 16448);
}

/**
 * Returns the factor that, times 16448, gives 8 * 128.5: the sample of grey, and 0.5 to round to the nearest.
 */
function heldGrey(): v128 {
  return heldPairs(4096, 4096);
}

/** Converts eight sums of {@link around} to chroma samples, and divides them by the sums of alpha. */
function dividedChroma(red: v128, green: v128, blue: v128, alpha: v128, first: v128, last: v128): v128 {
  const none = i16x8.splat(0);
  const one = i16x8.splat(1);
  const shares = i16x8.max_u(alpha, one);
  return i16x8.narrow_i32x4_s(
    divided(lowSums(red, green, blue, none, first, last), i32x4.extend_low_i16x8_u(shares), 128.5),
    divided(highSums(red, green, blue, none, first, last), i32x4.extend_high_i16x8_u(shares), 128.5),
  );
}

/** Returns the weighted sums of the first four of eight pixels. */
function lowSums(red: v128, green: v128, blue: v128, more: v128, first: v128, last: v128): v128 {
  return i32x4.add(
    i32x4.dot_i16x8_s(v128.shuffle<i16>(red, green, 0, 8, 1, 9, 2, 10, 3, 11), first),
    i32x4.dot_i16x8_s(v128.shuffle<i16>(blue, more, 0, 8, 1, 9, 2, 10, 3, 11), last),
  );
}

/** Returns the weighted sums of the last four of eight pixels. */
function highSums(red: v128, green: v128, blue: v128, more: v128, first: v128, last: v128): v128 {
  return i32x4.add(
    i32x4.dot_i16x8_s(v128.shuffle<i16>(red, green, 4, 12, 5, 13, 6, 14, 7, 15), first),
    i32x4.dot_i16x8_s(v128.shuffle<i16>(blue, more, 4, 12, 5, 13, 6, 14, 7, 15), last),
  );
}

/** Stores eight samples as bytes. */
function storeChroma(to: usize, samples: v128): void {
  v128.store64_lane(to, i8x16.narrow_i16x8_u(samples, samples), 0);
}
