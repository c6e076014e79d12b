// Kernels that blend samples. Positions are addresses in the memory of the instance. Counts are numbers of
// samples and must be multiples of 16.

import { held, heldPairs } from './held';

/** Full coverage: an alpha of 255 times an opacity of 256. */
const FULL: i32 = 255 * 256;

/**
 * Mixes the samples at `from` into those at `to`: `to + (from - to) * share / 256`, rounded to the nearest.
 *
 * @param share 0 to 256.
 */
export function mix(to: usize, from: usize, count: i32, share: i32): void {
  const over = i16x8.splat(share as i16);
  const under = i16x8.splat((256 - share) as i16);
  const half = heldPairs(128, 128);
  for (const end = to + count; to < end; to += 16, from += 16) {
    const below = v128.load(to);
    const above = v128.load(from);
    const low = i16x8.add(
      weighed(i16x8.extend_low_i8x16_u(below), under, i16x8.extend_low_i8x16_u(above), over),
      half,
    );
    const high = i16x8.add(
      weighed(i16x8.extend_high_i8x16_u(below), under, i16x8.extend_high_i8x16_u(above), over),
      half,
    );
    v128.store(to, i8x16.narrow_i16x8_u(i16x8.shr_u(low, 8), i16x8.shr_u(high, 8)));
  }
}

/**
 * Mixes the samples at `from` into those at `to` by alpha: `to + (from - to) * alpha / 255`, rounded to the
 * nearest.
 */
export function cover(to: usize, from: usize, alpha: usize, count: i32): void {
  const half = heldPairs(128, 128);
  for (const end = to + count; to < end; to += 16, from += 16, alpha += 16) {
    const share = v128.load(alpha);
    if (!v128.any_true(share)) continue;
    const below = v128.load(to);
    const above = v128.load(from);
    const rest = v128.not(share);
    const low = weighed(
      i16x8.extend_low_i8x16_u(below),
      i16x8.extend_low_i8x16_u(rest),
      i16x8.extend_low_i8x16_u(above),
      i16x8.extend_low_i8x16_u(share),
    );
    const high = weighed(
      i16x8.extend_high_i8x16_u(below),
      i16x8.extend_high_i8x16_u(rest),
      i16x8.extend_high_i8x16_u(above),
      i16x8.extend_high_i8x16_u(share),
    );
    v128.store(to, i8x16.narrow_i16x8_u(nearest255(low, half), nearest255(high, half)));
  }
}

/**
 * Mixes the samples at `from` into those at `to` by alpha and one opacity for all:
 * `to + (from - to) * alpha * share / 65280`, rounded to the nearest.
 *
 * @param share the opacity, 0 to 256.
 */
export function coverShared(to: usize, from: usize, alpha: usize, count: i32, share: i32): void {
  const shares = i16x8.splat(share as i16);
  const full = heldPairs(FULL, FULL);
  const half = held(FULL / 2);
  const one = heldPairs(1, 1);
  for (const end = to + count; to < end; to += 16, from += 16, alpha += 16) {
    const amount = v128.load(alpha);
    if (!v128.any_true(amount)) continue;
    const below = v128.load(to);
    const above = v128.load(from);
    const low = i16x8.mul(i16x8.extend_low_i8x16_u(amount), shares);
    const high = i16x8.mul(i16x8.extend_high_i8x16_u(amount), shares);
    v128.store(
      to,
      i8x16.narrow_i16x8_u(
        nearestFull(i16x8.extend_low_i8x16_u(below), i16x8.extend_low_i8x16_u(above), low, full, half, one),
        nearestFull(
          i16x8.extend_high_i8x16_u(below),
          i16x8.extend_high_i8x16_u(above),
          high,
          full,
          half,
          one,
        ),
      ),
    );
  }
}

/** Returns the sums of two products. They must be below 65536. */
function weighed(one: v128, oneWeight: v128, other: v128, otherWeight: v128): v128 {
  return i16x8.add(i16x8.mul(one, oneWeight), i16x8.mul(other, otherWeight));
}

/** Divides sums up to 255 * 255 by 255, rounded to the nearest. @param half 128 in each lane. */
function nearest255(sum: v128, half: v128): v128 {
  const more = i16x8.add(sum, half);
  return i16x8.shr_u(i16x8.add(more, i16x8.shr_u(more, 8)), 8);
}

/**
 * Mixes eight samples.
 *
 * @param amount the coverage, 0 to {@link FULL}.
 * @param full, half, one {@link FULL}, half of it, and 1 in each lane.
 */
function nearestFull(below: v128, above: v128, amount: v128, full: v128, half: v128, one: v128): v128 {
  const rest = i16x8.sub(full, amount);
  const low = i32x4.add(
    i32x4.add(i32x4.extmul_low_i16x8_u(below, rest), i32x4.extmul_low_i16x8_u(above, amount)),
    half,
  );
  const high = i32x4.add(
    i32x4.add(i32x4.extmul_high_i16x8_u(below, rest), i32x4.extmul_high_i16x8_u(above, amount)),
    half,
  );
  // Divides by 256, and then by 255, which is exact below 65535. Both round down.
  const parts = i16x8.narrow_i32x4_u(i32x4.shr_u(low, 8), i32x4.shr_u(high, 8));
  return i16x8.shr_u(i16x8.add(i16x8.add(parts, one), i16x8.shr_u(parts, 8)), 8);
}
