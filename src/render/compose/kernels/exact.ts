// Opaque pixels to planes of BT.709 in limited range in the very numbers that `yuvOf` has, floats of 64 bits: what is made of a picture that stays
// is rounded as a `Raster` rounds it.

import { heldDoubles } from './held';

/**
 * Two rows of pixels to two rows of Y, and one of U and of V. They sit between the rows and on the left column of each 2x2 pixels: the pixels of
 * both rows weigh 1, 2 and 1.
 *
 * @param from RGBA, one row behind the other, as Y. @param width even.
 * @param sums room for 16 bytes for each column.
 */
export function toPlanes(from: usize, width: i32, y: usize, u: usize, v: usize, sums: usize): void {
  const reds = sums + 8 * width;
  const red = heldDoubles(0.2126);
  const green = heldDoubles(0.7152);
  const blue = heldDoubles(0.0722);
  const scale = heldDoubles(219.0 / 255.0);
  const black = heldDoubles(16);
  const half = heldDoubles(0.5);
  const chroma = heldDoubles(224.0 / 255.0);
  const fromBlue = heldDoubles(1.8556);
  const fromRed = heldDoubles(1.5748);
  const grey = heldDoubles(128);
  const bytes = i32x4.splat(255);
  for (let column = 0; column < width; column += 2) {
    let blueSum = f64x2.splat(0);
    let redSum = f64x2.splat(0);
    for (let row = 0; row < 2; row++) {
      const at = row * width + column;
      const pixels = v128.load64_zero(from + 4 * at);
      const r = f64x2.convert_low_i32x4_s(v128.and(pixels, bytes));
      const g = f64x2.convert_low_i32x4_s(v128.and(i32x4.shr_u(pixels, 8), bytes));
      const b = f64x2.convert_low_i32x4_s(v128.and(i32x4.shr_u(pixels, 16), bytes));
      const luma = f64x2.add(f64x2.add(f64x2.mul(red, r), f64x2.mul(green, g)), f64x2.mul(blue, b));
      const lumas = i32x4.trunc_sat_f64x2_s_zero(f64x2.add(f64x2.add(black, f64x2.mul(scale, luma)), half));
      store<u8>(y + at, i32x4.extract_lane(lumas, 0));
      store<u8>(y + at, i32x4.extract_lane(lumas, 1), 1);
      blueSum = f64x2.add(
        blueSum,
        single(f64x2.add(grey, f64x2.mul(chroma, f64x2.div(f64x2.sub(b, luma), fromBlue)))),
      );
      redSum = f64x2.add(
        redSum,
        single(f64x2.add(grey, f64x2.mul(chroma, f64x2.div(f64x2.sub(r, luma), fromRed)))),
      );
    }
    v128.store(sums + 8 * column, blueSum);
    v128.store(reds + 8 * column, redSum);
  }
  toRow(sums, width, u);
  toRow(reds, width, v);
}

/** Numbers as floats of 32 bits have them. */
function single(doubles: v128): v128 {
  return f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(doubles));
}

/** The first column has none before it. */
function toRow(sums: usize, width: i32, to: usize): void {
  store<u8>(to, <i32>((2 * load<f64>(sums) + load<f64>(sums, 8)) / 6 + 0.5));
  for (let column = 2; column < width; column += 2) {
    const at = sums + 8 * column;
    const sum = load<f64>(at - 8) + 2 * load<f64>(at) + load<f64>(at, 8);
    store<u8>(to + (column >> 1), <i32>(sum / 8 + 0.5));
  }
}
