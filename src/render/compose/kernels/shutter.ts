// The mean of pictures of a layer while the shutter of a camera is open.

import { product } from './bytes';

/**
 * Adds bytes to sums of 16 bits.
 *
 * @param sums address of the sums.
 * @param from address of the bytes. @param count number of them, a multiple of 16.
 * @param alpha address of the alpha that the bytes are multiplied by; 0 for none.
 */
export function addRow(sums: usize, from: usize, alpha: usize, count: i32): void {
  for (let at = 0; at < count; at += 16, sums += 32) {
    let bytes = v128.load(from + at);
    if (alpha) bytes = product(bytes, v128.load(alpha + at));
    v128.store(sums, i16x8.add(v128.load(sums), i16x8.extend_low_i8x16_u(bytes)));
    v128.store(sums, i16x8.add(v128.load(sums, 16), i16x8.extend_high_i8x16_u(bytes)), 16);
  }
}

/**
 * Divides sums of premultiplied bytes by those of their alphas.
 *
 * @param to address of the bytes. They are 0 where all is transparent.
 * @param sums, alphas addresses of the sums. @param count number of them, a multiple of 4.
 */
export function divideRow(to: usize, sums: usize, alphas: usize, count: i32): void {
  const full = f32x4.splat(255);
  const least = f32x4.splat(1);
  const half = f32x4.splat(0.5);
  for (let at = 0; at < count; at += 4, sums += 8, alphas += 8) {
    const sum = f32x4.convert_i32x4_u(v128.load16x4_u(sums));
    const alpha = f32x4.max(least, f32x4.convert_i32x4_u(v128.load16x4_u(alphas)));
    store4(to + at, f32x4.add(half, f32x4.div(f32x4.mul(full, sum), alpha)));
  }
}

/** Multiplies sums by a factor. @param count number of them, a multiple of 4. */
export function scaleRow(to: usize, sums: usize, factor: f32, count: i32): void {
  const factors = f32x4.splat(factor);
  const half = f32x4.splat(0.5);
  for (let at = 0; at < count; at += 4, sums += 8)
    store4(to + at, f32x4.add(half, f32x4.mul(factors, f32x4.convert_i32x4_u(v128.load16x4_u(sums)))));
}

function store4(to: usize, values: v128): void {
  const shorts = i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(values), i32x4.splat(0));
  v128.store32_lane(to, i8x16.narrow_i16x8_u(shorts, shorts), 0);
}
