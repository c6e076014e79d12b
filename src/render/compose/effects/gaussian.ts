import { emptyLike, type FloatPicture } from './float-picture.ts';

/** Boxes one after another that make a Gaussian. Their shape differs from it by less than one percent of its peak. */
const BOXES = 4;

/** A box whose edges weigh less, so that it has any width. */
interface Box {
  /** Pixels on each side of the middle that count whole. */
  readonly radius: number;
  /** Weight of the pixels beyond them, 0 to 1. */
  readonly edge: number;
}

/** Columns that are blurred at the same time, in floats. They lie side by side in memory. */
const LANES = 64;

/**
 * Blurs a picture with a Gaussian. Beyond its edges, the edge pixels are repeated.
 *
 * @param sigma standard deviation in pixels.
 */
export function blurGaussian(picture: FloatPicture, sigma: number): FloatPicture {
  const box = boxOf(sigma);
  const blurred = emptyLike(picture);
  const { width, height } = picture;
  const stride = 4 * width;
  for (let row = 0; row < height; row++)
    blurLine(picture.data, blurred.data, { start: row * stride, step: 4, count: width, lanes: 4 }, box);
  for (let start = 0; start < stride; start += LANES) {
    const lanes = Math.min(LANES, stride - start);
    blurLine(blurred.data, blurred.data, { start, step: stride, count: height, lanes }, box);
  }
  return blurred;
}

/** Returns the box whose variance is that of a part of a Gaussian (Gwosdek and others, 2011). */
function boxOf(sigma: number): Box {
  const variance = sigma ** 2 / BOXES;
  const radius = Math.floor((Math.sqrt(12 * variance + 1) - 1) / 2);
  const edge =
    ((2 * radius + 1) * (radius * (radius + 1) - 3 * variance)) / (6 * (variance - (radius + 1) ** 2));
  return { radius, edge };
}

/** Floats that are blurred along a row or a column. */
interface Line {
  /** Place of the first one. */
  readonly start: number;
  /** Distance from one to the next. */
  readonly step: number;
  readonly count: number;
  /** Lines side by side. */
  readonly lanes: number;
}

function blurLine(data: Float32Array, to: Float32Array, { start, step, count, lanes }: Line, box: Box): void {
  const reach = BOXES * (box.radius + 1);
  const length = count + 2 * reach;
  let from = new Float32Array(length * lanes);
  let next = new Float32Array(length * lanes);
  for (let index = 0; index < length; index++) {
    const source = start + step * Math.min(count - 1, Math.max(0, index - reach));
    from.set(data.subarray(source, source + lanes), index * lanes);
  }
  for (let pass = 0; pass < BOXES; pass++) {
    averageAlong(from, next, length, lanes, box);
    [from, next] = [next, from];
  }
  for (let index = 0; index < count; index++) {
    const first = (index + reach) * lanes;
    to.set(from.subarray(first, first + lanes), start + step * index);
  }
}

/** Replaces each float by the mean of the box around it. Beyond the ends, the last one is repeated. */
function averageAlong(
  from: Float32Array,
  to: Float32Array,
  length: number,
  lanes: number,
  { radius, edge }: Box,
): void {
  const scale = 1 / (2 * radius + 1 + 2 * edge);
  const placeOf = (index: number): number => lanes * Math.min(length - 1, Math.max(0, index));
  const sums = new Float64Array(lanes);
  // The casts are safe because all places are inside the line.
  for (let index = -radius; index <= radius; index++)
    for (let lane = 0, at = placeOf(index); lane < lanes; lane++, at++)
      sums[lane] = (sums[lane] as number) + (from[at] as number);
  for (let index = 0; index < length; index++) {
    const [before, after, oldest] = [
      placeOf(index - radius - 1),
      placeOf(index + radius + 1),
      placeOf(index - radius),
    ];
    for (let lane = 0; lane < lanes; lane++) {
      const sum = sums[lane] as number;
      const newest = from[after + lane] as number;
      to[index * lanes + lane] = scale * (sum + edge * ((from[before + lane] as number) + newest));
      sums[lane] = sum + newest - (from[oldest + lane] as number);
    }
  }
}
