// Kernels of the chroma key. Positions are addresses in the memory of the instance. Rows are processed in steps
// of 16 pixels, so up to 15 pixels after the last one are written, too.

/** Bytes that describe the screen for 16 pixels: see `keyRow`. */
const BLOCK: usize = 64;
/** A distance of 1 in the stored distances. */
const UNIT: f32 = 16384;

/** Returns 0 up to `from`, 1 from `to` on, and a straight line between them. `scale` is 1 / (to - from). */
function ramp(value: v128, from: f32, scale: v128): v128 {
  const way = f32x4.mul(f32x4.sub(value, f32x4.splat(from)), scale);
  return f32x4.min(f32x4.splat(1), f32x4.max(f32x4.splat(0), way));
}

function mixed(from: v128, to: v128, share: v128): v128 {
  return f32x4.add(from, f32x4.mul(f32x4.sub(to, from), share));
}

/**
 * Calculates the coverage of a row of pixels and their distances from the screen.
 *
 * @param y, u, v samples of the pixels.
 * @param alpha receives the coverage, one byte per pixel.
 * @param distances receives the distances, two bytes per pixel: 16384 is the distance of the screen from grey.
 * @param screens the screen for each 16 pixels, 16 floats: U, V and Y (above black) at the first pixel, their
 *   changes per pixel, the factors of U and V for the lost share of the screen's hue and for the distance
 *   beside it; the steps of U and V together within which all 16 pixels are certainly screen.
 * @param settings 16 floats: the limits below.
 * @param measured whether brightness counts.
 */
export function keyRow(
  y: usize,
  u: usize,
  v: usize,
  alpha: usize,
  distances: usize,
  count: i32,
  screens: usize,
  settings: usize,
  measured: i32,
): void {
  for (
    const end = u + count;
    u < end;
    u += 16, v += 16, y += 16, alpha += 16, distances += 32, screens += BLOCK
  ) {
    const us = v128.load(u);
    const vs = v128.load(v);
    const middleU = i8x16.splat(i32(f32.load(screens, 40)) as i8);
    const middleV = i8x16.splat(i32(f32.load(screens, 44)) as i8);
    const offU = v128.or(i8x16.sub_sat_u(us, middleU), i8x16.sub_sat_u(middleU, us));
    const offV = v128.or(i8x16.sub_sat_u(vs, middleV), i8x16.sub_sat_u(middleV, vs));
    const certain = i8x16.splat(i32(f32.load(screens, 48)) as i8);
    if (!v128.any_true(i8x16.sub_sat_u(i8x16.add_sat_u(offU, offV), certain))) {
      v128.store(alpha, i64x2.splat(0));
      v128.store(distances, i64x2.splat(0));
      v128.store(distances, i64x2.splat(0), 16);
      continue;
    }
    const one = keyFour(y, u, v, distances, screens, 0, settings, measured);
    const two = keyFour(y + 4, u + 4, v + 4, distances + 8, screens, 4, settings, measured);
    const three = keyFour(y + 8, u + 8, v + 8, distances + 16, screens, 8, settings, measured);
    const four = keyFour(y + 12, u + 12, v + 12, distances + 24, screens, 12, settings, measured);
    v128.store(
      alpha,
      i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_u(one, two), i16x8.narrow_i32x4_u(three, four)),
    );
  }
}

/** Loads four samples as floats. */
function loadFour(at: usize): v128 {
  const bytes = v128.load32_zero(at);
  return f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(bytes)));
}

/** Returns the coverage of four pixels as integers, and stores their distances. */
function keyFour(
  y: usize,
  u: usize,
  v: usize,
  distances: usize,
  screens: usize,
  column: f32,
  settings: usize,
  measured: i32,
): v128 {
  const columns = f32x4.add(f32x4.splat(column), f32x4(0, 1, 2, 3));
  const screenU = f32x4.add(v128.load32_splat(screens), f32x4.mul(columns, v128.load32_splat(screens, 12)));
  const screenV = f32x4.add(
    v128.load32_splat(screens, 4),
    f32x4.mul(columns, v128.load32_splat(screens, 16)),
  );
  const offU = f32x4.sub(loadFour(u), screenU);
  const offV = f32x4.sub(loadFour(v), screenV);
  const lost = f32x4.add(
    f32x4.mul(offU, v128.load32_splat(screens, 24)),
    f32x4.mul(offV, v128.load32_splat(screens, 28)),
  );
  const beside = f32x4.add(
    f32x4.mul(offU, v128.load32_splat(screens, 32)),
    f32x4.mul(offV, v128.load32_splat(screens, 36)),
  );
  const besideSquare = f32x4.mul(beside, beside);
  const hueDistance = f32x4.sqrt(f32x4.add(f32x4.mul(lost, lost), besideSquare));
  const stored = i32x4.trunc_sat_f32x4_s(f32x4.mul(hueDistance, f32x4.splat(UNIT)));
  v128.store64_lane(distances, i16x8.narrow_i32x4_u(stored, stored), 0);
  const noise = f32.load(settings);
  const half = f32x4.splat(0.5);
  const full = f32x4.splat(255);
  if (!measured) {
    const share = ramp(hueDistance, noise, v128.load32_splat(settings, 4));
    return i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(share, full), half));
  }
  const certain = v128.load32_splat(settings, 56);
  if (i32x4.all_true(f32x4.gt(f32x4.max(lost, f32x4.abs(beside)), certain))) return i32x4.splat(255);
  const luma = f32x4.sub(loadFour(y), f32x4.splat(16));
  const screenY = f32x4.add(
    v128.load32_splat(screens, 8),
    f32x4.mul(columns, v128.load32_splat(screens, 20)),
  );
  const one = f32x4.splat(1);
  // A pixel that is brighter than the screen in such a shadow contains an object of this luma. A pixel that is
  // darker shows a thin object, whose chroma the file has smeared.
  const excess = f32x4.sub(luma, f32x4.mul(f32x4.sub(one, lost), screenY));
  const objectLuma = f32x4.div(excess, f32x4.max(lost, f32x4.splat(0.05)));
  const negative = f32x4.lt(lost, f32x4.splat(0));
  const bright = ramp(objectLuma, f32.load(settings, 8), v128.load32_splat(settings, 12));
  const dark = ramp(f32x4.neg(excess), f32.load(settings, 16), v128.load32_splat(settings, 20));
  const object = v128.bitselect(f32x4.splat(0.3), f32x4.max(bright, dark), negative);
  const whole = ramp(lost, f32.load(settings, 24), v128.load32_splat(settings, 28));
  const share = f32x4.mul(lost, mixed(whole, one, object));
  const distance = f32x4.sqrt(f32x4.add(f32x4.mul(share, share), besideSquare));
  const turn = f32x4.div(f32x4.abs(beside), f32x4.max(distance, f32x4.splat(0.05)));
  const sameHue = f32x4.sub(one, ramp(turn, f32.load(settings, 32), v128.load32_splat(settings, 36)));
  const glow = v128.andnot(
    ramp(objectLuma, f32.load(settings, 40), v128.load32_splat(settings, 44)),
    negative,
  );
  const range = f32x4.add(
    v128.load32_splat(settings, 48),
    f32x4.mul(f32x4.mul(sameHue, glow), v128.load32_splat(settings, 52)),
  );
  const cover = ramp(distance, noise, f32x4.div(one, range));
  return i32x4.trunc_sat_f32x4_s(f32x4.add(f32x4.mul(cover, full), half));
}

/**
 * Finds the flags of `key-tables.ts` for a row of cells of 2x2 pixels.
 *
 * @param alpha, u, v the pixels of the upper row.
 * @param stride bytes to the lower row.
 * @param tintU, tintV the projection of a step of U and of V onto the key, in units of 1/4096.
 */
export function markCells(
  alpha: usize,
  u: usize,
  v: usize,
  stride: usize,
  cells: usize,
  count: i32,
  tintU: i32,
  tintV: i32,
): void {
  const ofU = i16x8.splat(tintU as i16);
  const ofV = i16x8.splat(tintV as i16);
  for (const end = alpha + count; alpha < end; alpha += 16, u += 16, v += 16, cells += 8) {
    const flags = v128.or(
      flagsOf(v128.load(alpha), u, v, ofU, ofV),
      flagsOf(v128.load(alpha + stride), u + stride, v + stride, ofU, ofV),
    );
    const pairs = v128.and(v128.or(flags, i16x8.shr_u(flags, 8)), i16x8.splat(255));
    v128.store64_lane(cells, i8x16.narrow_i16x8_u(pairs, pairs), 0);
  }
}

function flagsOf(cover: v128, u: usize, v: usize, ofU: v128, ofV: v128): v128 {
  const zero = i8x16.eq(cover, i8x16.splat(0));
  if (i8x16.all_true(zero)) return i8x16.splat(1);
  const partly = v128.and(i8x16.ne(cover, i8x16.splat(-1)), i8x16.splat(8));
  const tinted = i8x16.narrow_i16x8_s(
    tintOf(v128.load64_zero(u), v128.load64_zero(v), ofU, ofV),
    tintOf(v128.load64_zero(u, 8), v128.load64_zero(v, 8), ofU, ofV),
  );
  const visible = v128.or(v128.or(partly, i8x16.splat(2)), v128.and(tinted, i8x16.splat(4)));
  return v128.bitselect(i8x16.splat(1), visible, zero);
}

/** Returns -1 for each of eight pixels that has some of the key's hue, else 0. */
function tintOf(us: v128, vs: v128, ofU: v128, ofV: v128): v128 {
  const grey = i16x8.splat(128);
  const along = i16x8.add(
    i16x8.mul(i16x8.sub(i16x8.extend_low_i8x16_u(us), grey), ofU),
    i16x8.mul(i16x8.sub(i16x8.extend_low_i8x16_u(vs), grey), ofV),
  );
  return i16x8.gt_s(along, i16x8.splat(64));
}

/**
 * Removes the key from a row of pixels as far as it is mixed into them, see `ChromaKeyer.spillOf`.
 *
 * @param alpha coverage of the pixels. Transparent pixels stay or change.
 * @param tintU, tintV see `markCells`. Pixels without the key's hue stay.
 * @param settings floats: Y, U and V of the key; the projection of a step of U and of V onto the key; the
 *   largest share of the key; the projection from which on the rest of the hue goes, and the inverse of the way to all of it; the factor
 *   from Y to luma and the tolerance; for red, green and blue each: contribution of U and of V, inverse of the
 *   key's component and of what it lacks to 255.
 */
export function removeSpill(
  y: usize,
  u: usize,
  v: usize,
  alpha: usize,
  count: i32,
  tintU: i32,
  tintV: i32,
  settings: usize,
): void {
  const ofU = i16x8.splat(tintU as i16);
  const ofV = i16x8.splat(tintV as i16);
  for (const end = y + count; y < end; y += 16, u += 16, v += 16, alpha += 16) {
    if (!v128.any_true(v128.load(alpha))) continue;
    const tinted = v128.or(
      tintOf(v128.load64_zero(u), v128.load64_zero(v), ofU, ofV),
      tintOf(v128.load64_zero(u, 8), v128.load64_zero(v, 8), ofU, ofV),
    );
    if (!v128.any_true(tinted)) continue;
    for (let column: usize = 0; column < 16; column += 4) {
      if (load<u32>(alpha + column) !== 0) cleanFour(y + column, u + column, v + column, settings);
    }
  }
}

function cleanFour(y: usize, u: usize, v: usize, settings: usize): void {
  const luma = loadFour(y);
  const blue = loadFour(u);
  const red = loadFour(v);
  const grey = f32x4.splat(128);
  const offU = f32x4.sub(blue, grey);
  const offV = f32x4.sub(red, grey);
  const along = f32x4.add(
    f32x4.mul(offU, v128.load32_splat(settings, 12)),
    f32x4.mul(offV, v128.load32_splat(settings, 16)),
  );
  const light = f32x4.mul(f32x4.sub(luma, f32x4.splat(16)), v128.load32_splat(settings, 32));
  let spill = f32x4.min(along, v128.load32_splat(settings, 20));
  spill = f32x4.min(spill, limitOf(light, offU, offV, settings, settings + 40));
  spill = f32x4.min(spill, limitOf(light, offU, offV, settings, settings + 56));
  spill = f32x4.min(spill, limitOf(light, offU, offV, settings, settings + 72));
  spill = f32x4.max(spill, f32x4.splat(0));
  const one = f32x4.splat(1);
  const whole = f32x4.div(one, f32x4.sub(one, spill));
  const going = ramp(along, f32.load(settings, 24), v128.load32_splat(settings, 28));
  const rest = f32x4.mul(f32x4.mul(f32x4.sub(along, spill), whole), going);
  const keyU = v128.load32_splat(settings, 4);
  const keyV = v128.load32_splat(settings, 8);
  storeFour(y, f32x4.mul(f32x4.sub(luma, f32x4.mul(spill, v128.load32_splat(settings))), whole));
  const newU = f32x4.mul(f32x4.sub(blue, f32x4.mul(spill, keyU)), whole);
  const newV = f32x4.mul(f32x4.sub(red, f32x4.mul(spill, keyV)), whole);
  storeFour(u, f32x4.sub(newU, f32x4.mul(rest, f32x4.sub(keyU, grey))));
  storeFour(v, f32x4.sub(newV, f32x4.mul(rest, f32x4.sub(keyV, grey))));
}

/** Returns the largest share of the key that one component allows. */
function limitOf(light: v128, offU: v128, offV: v128, settings: usize, component: usize): v128 {
  const value = f32x4.add(
    light,
    f32x4.add(
      f32x4.mul(offU, v128.load32_splat(component)),
      f32x4.mul(offV, v128.load32_splat(component, 4)),
    ),
  );
  const tolerance = v128.load32_splat(settings, 36);
  const above = f32x4.mul(f32x4.add(value, tolerance), v128.load32_splat(component, 8));
  const most = f32x4.add(f32x4.splat(255), tolerance);
  return f32x4.min(above, f32x4.mul(f32x4.sub(most, value), v128.load32_splat(component, 12)));
}

/** Stores four samples, rounded and clipped. */
function storeFour(at: usize, values: v128): void {
  const whole = i32x4.trunc_sat_f32x4_s(f32x4.add(values, f32x4.splat(0.5)));
  const words = i16x8.narrow_i32x4_s(whole, whole);
  v128.store32_lane(at, i8x16.narrow_i16x8_u(words, words), 0);
}
