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

/** The most samples of a pixel along each of its sides. */
const MOST: i32 = 16;
/** Square of the pixels of the flat picture along a side of a pixel up to which two samples are enough. */
const NEAR: f64 = 4;

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
  const lastColumn = <u32>(columns - 2);
  const lastRow = <u32>(rows - 2);
  const next = (<usize>columns) << 2;
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
      let ux = limited((a - u * g) * near);
      let vx = limited((d - v * g) * near);
      let uy = limited((b - u * h) * near);
      let vy = limited((e - v * h) * near);
      const reachU = abs(ux) + abs(uy) + 1;
      const reachV = abs(vx) + abs(vy) + 1;
      if (u < -reachU || v < -reachV || u > <f64>columns + reachU || v > <f64>rows + reachV) continue;
      const longX = ux * ux + vx * vx;
      const longY = uy * uy + vy * vy;
      let across: i32 = 2;
      let down: i32 = 1;
      if (longX > NEAR || longY > NEAR) {
        across = min(MOST, max(2, <i32>ceil(sqrt(longX))));
        down = min(MOST, max(2, <i32>ceil(sqrt(longY))));
      } else {
        // Two samples on a diagonal: each of them mixes four pixels.
        ux += uy;
        vx += vy;
        uy = 0;
        vy = 0;
      }
      const shareX = 1 / <f64>across;
      const shareY = 1 / <f64>down;
      const stepUX = fixed(ux * shareX);
      const stepVX = fixed(vx * shareX);
      const stepUY = fixed(uy * shareY);
      const stepVY = fixed(vy * shareY);
      // The first sample is half a step from a corner. The middle of the first pixel of the picture is at a half.
      let lineU = fixed(u - 0.5 * (1 + ux * (1 - shareX) + uy * (1 - shareY)));
      let lineV = fixed(v - 0.5 * (1 + vx * (1 - shareX) + vy * (1 - shareY)));
      let sum = i32x4.splat(0);
      for (let line = 0; line < down; line++, lineU += stepUY, lineV += stepVY) {
        let atU = lineU;
        let atV = lineV;
        for (let place = 0; place < across; place++, atU += stepUX, atV += stepVX) {
          const column0 = atU >> 16;
          const row0 = atV >> 16;
          if (<u32>column0 > lastColumn || <u32>row0 > lastRow) continue;
          const first = from + ((<usize>(row0 * columns + column0)) << 2);
          const lower = (atV >> 9) & 127;
          const right = (atU >> 9) & 127;
          // Two neighbours at a time: first between the rows, then between the columns.
          const between = i16x8.add(
            i16x8.mul(v128.load8x8_u(first), i16x8.splat(<i16>(128 - lower))),
            i16x8.mul(v128.load8x8_u(first + next), i16x8.splat(<i16>lower)),
          );
          sum = i32x4.add(
            sum,
            i32x4.add(
              i32x4.extmul_low_i16x8_u(between, i16x8.splat(<i16>(128 - right))),
              i32x4.extmul_high_i16x8_u(between, i16x8.splat(<i16>right)),
            ),
          );
        }
      }
      const mean = f32x4.mul(f32x4.convert_i32x4_u(sum), f32x4.splat(<f32>(shareX * shareY) / 16384));
      const bytes = i32x4.trunc_sat_f32x4_s(f32x4.add(mean, f32x4.splat(0.5)));
      const shorts = i16x8.narrow_i32x4_s(bytes, bytes);
      v128.store32_lane(pixel, i8x16.narrow_i16x8_u(shorts, shorts), 0);
    }
  }
}

/** Limits the side of what a pixel shows, in pixels of the flat picture. Beyond, 16 bits would not suffice. */
function limited(side: f64): f64 {
  return min<f64>(8192, max<f64>(-8192, side));
}

/** Converts a place to 16 fractional bits. */
function fixed(place: f64): i32 {
  return <i32>floor(place * 65536);
}
