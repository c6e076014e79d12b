/**
 * Replaces each float of lines side by side by the mean of the box around it. Beyond the ends of a line, its last float
 * is repeated.
 *
 * @param from, to addresses of the lines: the floats of all lines at one place, then those at the next.
 * @param length floats of a line.
 * @param lanes number of lines, a multiple of 4.
 * @param radius floats on each side of the middle of the box that count whole.
 * @param edge weight of the floats beyond them. @param scale 1 divided by the sum of all weights.
 * @param sums scratch memory of 4 bytes for each line.
 */
export function averageAlong(
  from: usize,
  to: usize,
  length: i32,
  lanes: i32,
  radius: i32,
  edge: f32,
  scale: f32,
  sums: usize,
): void {
  const stride = lanes << 2;
  const last = length - 1;
  memory.fill(sums, 0, stride);
  for (let index = -radius; index <= radius; index++) {
    const place = from + min(last, max(0, index)) * stride;
    for (let lane = 0; lane < stride; lane += 16)
      v128.store(sums + lane, f32x4.add(v128.load(sums + lane), v128.load(place + lane)));
  }
  const edges = f32x4.splat(edge);
  const scales = f32x4.splat(scale);
  for (let index = 0; index < length; index++, to += stride) {
    const before = from + max(0, index - radius - 1) * stride;
    const after = from + min(last, index + radius + 1) * stride;
    const oldest = from + max(0, index - radius) * stride;
    for (let lane = 0; lane < stride; lane += 16) {
      const sum = v128.load(sums + lane);
      const newest = v128.load(after + lane);
      const ends = f32x4.mul(edges, f32x4.add(v128.load(before + lane), newest));
      v128.store(to + lane, f32x4.mul(scales, f32x4.add(sum, ends)));
      v128.store(sums + lane, f32x4.sub(f32x4.add(sum, newest), v128.load(oldest + lane)));
    }
  }
}
