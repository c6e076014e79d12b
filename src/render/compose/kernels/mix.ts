// Kernels of blend modes. Colours are floats from 0 to 1: rows of red, green and blue. Counts are numbers of samples and
// must be multiples of 16. The modes are numbered in the order of `BLEND_MODES`, without `normal`.

const COLOUR: i32 = 9;

/** Converts bytes to floats. */
export function loadShares(from: usize, to: usize, count: i32): void {
  const scale = f32x4.splat(1.0 / 255.0);
  for (const end = from + count; from < end; from += 4, to += 16)
    v128.store(to, f32x4.mul(loadFloats(from), scale));
}

/** Converts floats to bytes, rounded to the nearest. */
export function storeShares(from: usize, to: usize, count: i32): void {
  const scale = f32x4.splat(255);
  for (const end = to + count; to < end; to += 4, from += 16)
    storeBytes(to, f32x4.mul(v128.load(from), scale));
}

/**
 * Converts a row of BT.709 in limited range to colours. Two samples share one of U and of V.
 *
 * @param plane bytes from red to green, and from green to blue.
 * @param factors address of the factors: of Y, and of U and V in red, green (U, V) and blue.
 */
export function loadVideo(
  y: usize,
  u: usize,
  v: usize,
  to: usize,
  plane: usize,
  count: i32,
  factors: usize,
): void {
  const luma = v128.load32_splat(factors);
  const redV = v128.load32_splat(factors + 4);
  const greenU = v128.load32_splat(factors + 8);
  const greenV = v128.load32_splat(factors + 12);
  const blueU = v128.load32_splat(factors + 16);
  const black = f32x4.splat(16);
  for (const end = y + count; y < end; y += 4, u += 2, v += 2, to += 16) {
    const light = f32x4.mul(f32x4.sub(loadFloats(y), black), luma);
    const blue = loadPair(u);
    const red = loadPair(v);
    v128.store(to, limit(f32x4.add(light, f32x4.mul(redV, red))));
    v128.store(
      to + plane,
      limit(f32x4.add(light, f32x4.add(f32x4.mul(greenU, blue), f32x4.mul(greenV, red)))),
    );
    v128.store(to + 2 * plane, limit(f32x4.add(light, f32x4.mul(blueU, blue))));
  }
}

/**
 * Converts two rows of colours to BT.709 in limited range.
 *
 * @param from address of the upper row. @param next bytes from it to the lower one.
 * @param factors address of the factors: of red, green and blue in Y, and of blue and red less the luma in U and V.
 */
export function storeVideo(
  from: usize,
  next: usize,
  plane: usize,
  y: usize,
  yNext: usize,
  u: usize,
  v: usize,
  count: i32,
  factors: usize,
): void {
  const reds = v128.load32_splat(factors);
  const greens = v128.load32_splat(factors + 4);
  const blues = v128.load32_splat(factors + 8);
  const scaleU = v128.load32_splat(factors + 12);
  const scaleV = v128.load32_splat(factors + 16);
  const white = f32x4.splat(219);
  const black = f32x4.splat(16);
  for (const end = y + count; y < end; y += 4, u += 2, v += 2, from += 16) {
    let sumU = f32x4.splat(0);
    let sumV = f32x4.splat(0);
    for (let row: usize = 0; row < 2; row++) {
      const at = from + row * next;
      const red = v128.load(at);
      const blue = v128.load(at + 2 * plane);
      const light = f32x4.add(
        f32x4.mul(reds, red),
        f32x4.add(f32x4.mul(greens, v128.load(at + plane)), f32x4.mul(blues, blue)),
      );
      storeBytes(y + row * yNext, f32x4.add(f32x4.mul(light, white), black));
      sumU = f32x4.add(sumU, f32x4.mul(scaleU, f32x4.sub(blue, light)));
      sumV = f32x4.add(sumV, f32x4.mul(scaleV, f32x4.sub(red, light)));
    }
    storePair(u, sumU);
    storePair(v, sumV);
  }
}

/**
 * Mixes colours into those above them.
 *
 * @param below, above addresses of the red. @param plane bytes to green, and from there to blue.
 * @param alpha address of the alphas by which the colours below are multiplied. 0 if they are opaque.
 */
export function mixRow(below: usize, above: usize, plane: usize, alpha: usize, count: i32, mode: i32): void {
  const one = f32x4.splat(1);
  const least = f32x4.splat(0.001);
  for (const end = above + (count << 2); above < end; above += 16, below += 16) {
    let share = one;
    if (alpha) {
      share = v128.load(alpha);
      alpha += 16;
    }
    const over = f32x4.max(share, least);
    const red = v128.load(above);
    const green = v128.load(above + plane);
    const blue = v128.load(above + 2 * plane);
    const lowRed = limit(f32x4.div(v128.load(below), over));
    const lowGreen = limit(f32x4.div(v128.load(below + plane), over));
    const lowBlue = limit(f32x4.div(v128.load(below + 2 * plane), over));
    if (mode < COLOUR) {
      put(above, red, mixChannel(lowRed, red, mode), share);
      put(above + plane, green, mixChannel(lowGreen, green, mode), share);
      put(above + 2 * plane, blue, mixChannel(lowBlue, blue, mode), share);
      continue;
    }
    // The luminosity of one colour is given to the other.
    const isColour = mode === COLOUR;
    const upper = luminosity(red, green, blue);
    const lower = luminosity(lowRed, lowGreen, lowBlue);
    const wanted = isColour ? lower : upper;
    const shift = f32x4.sub(wanted, isColour ? upper : lower);
    const movedRed = f32x4.add(isColour ? red : lowRed, shift);
    const movedGreen = f32x4.add(isColour ? green : lowGreen, shift);
    const movedBlue = f32x4.add(isColour ? blue : lowBlue, shift);
    const dark = f32x4.min(movedRed, f32x4.min(movedGreen, movedBlue));
    const light = f32x4.max(movedRed, f32x4.max(movedGreen, movedBlue));
    const low = v128.bitselect(
      f32x4.div(wanted, f32x4.sub(wanted, dark)),
      one,
      f32x4.lt(dark, f32x4.splat(0)),
    );
    const high = v128.bitselect(
      f32x4.div(f32x4.sub(one, wanted), f32x4.sub(light, wanted)),
      one,
      f32x4.gt(light, one),
    );
    const part = f32x4.min(low, high);
    put(above, red, towards(wanted, movedRed, part), share);
    put(above + plane, green, towards(wanted, movedGreen, part), share);
    put(above + 2 * plane, blue, towards(wanted, movedBlue, part), share);
  }
}

function mixChannel(below: v128, above: v128, mode: i32): v128 {
  const one = f32x4.splat(1);
  switch (mode) {
    case 0:
      return f32x4.mul(below, above);
    case 1:
      return f32x4.sub(f32x4.add(below, above), f32x4.mul(below, above));
    case 2:
      return hardLight(above, below);
    case 3:
      return softLight(below, above);
    case 4:
      return hardLight(below, above);
    case 5:
      return f32x4.min(one, f32x4.add(below, above));
    case 6:
      return f32x4.min(below, above);
    case 7:
      return f32x4.max(below, above);
    default:
      return f32x4.abs(f32x4.sub(below, above));
  }
}

function hardLight(below: v128, above: v128): v128 {
  const one = f32x4.splat(1);
  const twice = f32x4.add(above, above);
  const more = f32x4.sub(twice, one);
  const screened = f32x4.sub(f32x4.add(below, more), f32x4.mul(below, more));
  return v128.bitselect(f32x4.mul(below, twice), screened, f32x4.le(above, f32x4.splat(0.5)));
}

function softLight(below: v128, above: v128): v128 {
  const one = f32x4.splat(1);
  const strength = f32x4.sub(f32x4.add(above, above), one);
  const cubic = f32x4.mul(
    f32x4.add(
      f32x4.mul(f32x4.sub(f32x4.mul(f32x4.splat(16), below), f32x4.splat(12)), below),
      f32x4.splat(4),
    ),
    below,
  );
  const curve = v128.bitselect(cubic, f32x4.sqrt(below), f32x4.le(below, f32x4.splat(0.25)));
  const darker = f32x4.mul(below, f32x4.sub(one, below));
  const lighter = f32x4.sub(curve, below);
  const way = v128.bitselect(darker, lighter, f32x4.le(above, f32x4.splat(0.5)));
  return f32x4.add(below, f32x4.mul(strength, way));
}

function luminosity(red: v128, green: v128, blue: v128): v128 {
  return f32x4.add(
    f32x4.mul(f32x4.splat(0.3), red),
    f32x4.add(f32x4.mul(f32x4.splat(0.59), green), f32x4.mul(f32x4.splat(0.11), blue)),
  );
}

function towards(from: v128, to: v128, part: v128): v128 {
  return f32x4.add(from, f32x4.mul(part, f32x4.sub(to, from)));
}

function put(at: usize, alone: v128, mixed: v128, share: v128): void {
  v128.store(at, towards(alone, mixed, share));
}

function limit(colour: v128): v128 {
  return f32x4.min(f32x4.splat(1), f32x4.max(f32x4.splat(0), colour));
}

function loadFloats(at: usize): v128 {
  return f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at))));
}

/** Loads two samples of U or V, each for two pixels, as distances from grey. */
function loadPair(at: usize): v128 {
  const first = <f32>load<u8>(at) - 128;
  const second = <f32>load<u8>(at + 1) - 128;
  return f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(first), 2, second), 3, second);
}

/** Stores four sums of two rows as two samples of U or V. */
function storePair(at: usize, sums: v128): void {
  const first = f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1);
  const second = f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3);
  store<u8>(at, <u8>(first * 0.25 + 128.5));
  store<u8>(at + 1, <u8>(second * 0.25 + 128.5));
}

function storeBytes(at: usize, values: v128): void {
  const whole = i32x4.trunc_sat_f32x4_u(f32x4.add(values, f32x4.splat(0.5)));
  const pairs = i16x8.narrow_i32x4_u(whole, whole);
  v128.store32_lane(at, i8x16.narrow_i16x8_u(pairs, pairs), 0);
}
