// A kernel that converts opaque pixels to planes of BT.709 in limited range with the same 64-bit floats as
// `rgbToYuv`, so that the result is rounded exactly like that of a `Raster`.

import { heldDoubles } from './held';

/**
 * Converts two rows of pixels to two rows of Y and one row of U and V each. The chroma samples sit between
 * the rows and on the left column of each block of 2x2 pixels: the pixels of both rows weigh 1, 2 and 1.
 *
 * @param from RGBA of two consecutive rows.
 * @param width an even number.
 * @param y the address for two consecutive rows of Y.
 * @param sums scratch memory of 16 bytes per column.
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

/** Rounds doubles to 32-bit floats. */
function single(doubles: v128): v128 {
  return f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(doubles));
}

/** Converts the sums of a row to chroma samples. The first column has no left neighbour. */
function toRow(sums: usize, width: i32, to: usize): void {
  store<u8>(to, <i32>((2 * load<f64>(sums) + load<f64>(sums, 8)) / 6 + 0.5));
  for (let column = 2; column < width; column += 2) {
    const at = sums + 8 * column;
    const sum = load<f64>(at - 8) + 2 * load<f64>(at) + load<f64>(at, 8);
    store<u8>(to + (column >> 1), <i32>(sum / 8 + 0.5));
  }
}
