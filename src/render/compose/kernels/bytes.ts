// Operations on the sixteen bytes of a vector.

/** Returns the products of bytes, divided by 255 and rounded to the nearest. */
export function product(one: v128, other: v128): v128 {
  const low = i16x8.add(i16x8.extmul_low_i8x16_u(one, other), i16x8.splat(128));
  const high = i16x8.add(i16x8.extmul_high_i8x16_u(one, other), i16x8.splat(128));
  return i8x16.narrow_i16x8_u(
    i16x8.shr_u(i16x8.add(low, i16x8.shr_u(low, 8)), 8),
    i16x8.shr_u(i16x8.add(high, i16x8.shr_u(high, 8)), 8),
  );
}

/** Interleaves the first eight bytes of two vectors. */
export function lowPairs(one: v128, other: v128): v128 {
  return v128.shuffle<i8>(one, other, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}

/** Interleaves the last eight bytes of two vectors. */
export function highPairs(one: v128, other: v128): v128 {
  return v128.shuffle<i8>(one, other, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
