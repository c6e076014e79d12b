import { highPairs, lowPairs, product } from './bytes';

// The picture of a layer in space: a picture that is drawn flat, and then seen through a projective transform.

/**
 * Weaves a row of planes into premultiplied RGBA.
 *
 * @param to address of the pixels.
 * @param red address of the reds. @param plane bytes from one plane to the next: green, blue and alpha.
 * @param count number of pixels, a multiple of 16.
 */
export function weave(to: usize, red: usize, plane: i32, count: i32): void {
  const green = red + plane;
  const blue = green + plane;
  const alphas = blue + plane;
  for (let at = 0; at < count; at += 16, to += 64) {
    const alpha = v128.load(alphas + at);
    const reds = product(v128.load(red + at), alpha);
    const greens = product(v128.load(green + at), alpha);
    const blues = product(v128.load(blue + at), alpha);
    let one = lowPairs(reds, greens);
    let other = lowPairs(blues, alpha);
    v128.store(to, v128.shuffle<i16>(one, other, 0, 8, 1, 9, 2, 10, 3, 11));
    v128.store(to, v128.shuffle<i16>(one, other, 4, 12, 5, 13, 6, 14, 7, 15), 16);
    one = highPairs(reds, greens);
    other = highPairs(blues, alpha);
    v128.store(to, v128.shuffle<i16>(one, other, 0, 8, 1, 9, 2, 10, 3, 11), 32);
    v128.store(to, v128.shuffle<i16>(one, other, 4, 12, 5, 13, 6, 14, 7, 15), 48);
  }
}

/** Samples of a pixel along each of its sides at least, so that edges are soft, and at most. */
const LEAST: f32 = 2;
const MOST: f32 = 16;

/**
 * Draws a rectangle of a picture in space. Each pixel is the mean of samples that lie evenly on what it shows.
 *
 * @param to address of the first pixel, premultiplied RGBA. @param stride bytes from one of its rows to the next.
 * @param left, top place of that pixel. @param width, height size of the rectangle.
 * @param from address of the flat picture, premultiplied RGBA, whose outermost pixels are transparent.
 * @param columns, rows size of the flat picture.
 * @param matrix address of nine doubles: the transform from places of the result to places of the flat picture, row by
 *   row. Its third result is more than 0 in front of the viewer.
 */
export function warp(
  to: usize,
  stride: i32,
  left: i32,
  top: i32,
  width: i32,
  height: i32,
  from: usize,
  columns: i32,
  rows: i32,
  matrix: usize,
): void {
  const a = load<f64>(matrix);
  const b = load<f64>(matrix, 8);
  const c = load<f64>(matrix, 16);
  const d = load<f64>(matrix, 24);
  const e = load<f64>(matrix, 32);
  const f = load<f64>(matrix, 40);
  const g = load<f64>(matrix, 48);
  const h = load<f64>(matrix, 56);
  const i = load<f64>(matrix, 64);
  const lastColumn = columns - 2;
  const lastRow = rows - 2;
  for (let row = 0; row < height; row++, to += stride) {
    const y = <f64>(top + row) + 0.5;
    for (let column = 0; column < width; column++) {
      const x = <f64>(left + column) + 0.5;
      const pixel = to + (column << 2);
      store<i32>(pixel, 0);
      const w = g * x + h * y + i;
      if (w <= 0) continue;
      const near = 1 / w;
      const u = (a * x + b * y + c) * near;
      const v = (d * x + e * y + f) * near;
      // What the pixel shows is nearly a parallelogram of the flat picture, with these sides.
      const ux = <f32>((a - u * g) * near);
      const vx = <f32>((d - v * g) * near);
      const uy = <f32>((b - u * h) * near);
      const vy = <f32>((e - v * h) * near);
      const reachU = Mathf.abs(ux) + Mathf.abs(uy) + 1;
      const reachV = Mathf.abs(vx) + Mathf.abs(vy) + 1;
      if (u < -reachU || v < -reachV || u > <f64>columns + reachU || v > <f64>rows + reachV) continue;
      const across = min(MOST, max(LEAST, Mathf.ceil(Mathf.sqrt(ux * ux + vx * vx))));
      const down = min(MOST, max(LEAST, Mathf.ceil(Mathf.sqrt(uy * uy + vy * vy))));
      let sum = f32x4.splat(0);
      for (let line: f32 = 0.5; line < down; line++) {
        const shareY = line / down - 0.5;
        for (let place: f32 = 0.5; place < across; place++) {
          const shareX = place / across - 0.5;
          const atU = <f32>u + shareX * ux + shareY * uy - 0.5;
          const atV = <f32>v + shareX * vx + shareY * vy - 0.5;
          const floorU = Mathf.floor(atU);
          const floorV = Mathf.floor(atV);
          const column0 = <i32>floorU;
          const row0 = <i32>floorV;
          if (column0 < 0 || row0 < 0 || column0 > lastColumn || row0 > lastRow) continue;
          const first = from + (((row0 * columns + column0) as usize) << 2);
          const upper = v128.load8x8_u(first);
          const lower = v128.load8x8_u(first + ((columns as usize) << 2));
          const weightU = f32x4.splat(atU - floorU);
          const above = mixed(upper, weightU);
          const below = mixed(lower, weightU);
          sum = f32x4.add(sum, f32x4.add(above, f32x4.mul(f32x4.sub(below, above), f32x4.splat(atV - floorV))));
        }
      }
      const mean = f32x4.add(f32x4.mul(sum, f32x4.splat(1 / (across * down))), f32x4.splat(0.5));
      const shorts = i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(mean), i32x4.splat(0));
      v128.store32_lane(pixel, i8x16.narrow_i16x8_u(shorts, shorts), 0);
    }
  }
}

/** Returns the pixel between two neighbours. @param weight of the right one. */
function mixed(pair: v128, weight: v128): v128 {
  const one = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(pair));
  const other = f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(pair));
  return f32x4.add(one, f32x4.mul(f32x4.sub(other, one), weight));
}
