import { emptyLike, type FloatPicture } from './float-picture.ts';

/** Parallel lines over a picture, one pixel apart. Each point of a line lies between two pixels of a row or column. */
interface Lines {
  /** Points of a line, one pixel apart along the axis that is nearer to its direction. */
  readonly count: number;
  /** Distance in memory from one pixel to the next along that axis. */
  readonly step: number;
  /** Pixels along the other axis, and the distance in memory from one to the next. */
  readonly depth: number;
  readonly stride: number;
  /** Pixels of the other axis from one point to the next, -1 to 1. */
  readonly slope: number;
}

/**
 * Replaces each pixel by the mean of a line through it. Beyond the edges of the picture, its edge pixels are repeated.
 *
 * @param length length of the line in pixels. Up to 1, nothing changes.
 * @param angle its angle in radians, clockwise from the horizontal.
 */
export function blurAlong(picture: FloatPicture, length: number, angle: number): FloatPicture {
  const { width, height } = picture;
  const [across, down] = [Math.cos(angle), Math.sin(angle)];
  const isFlat = Math.abs(across) >= Math.abs(down);
  const lines: Lines = isFlat
    ? { count: width, step: 4, depth: height, stride: 4 * width, slope: down / across }
    : { count: height, step: 4 * width, depth: width, stride: 4, slope: across / down };
  // The points of a steep line are farther apart than one pixel.
  const reach = Math.max(0, (length * Math.max(Math.abs(across), Math.abs(down)) - 1) / 2);
  const points = new Float32Array(4 * (lines.count + 2 * Math.floor(reach) + 2));
  const blurred = emptyLike(picture);
  const rise = lines.slope * (lines.count - 1);
  const last = Math.ceil(lines.depth - 1 - Math.min(0, rise));
  for (let start = Math.floor(-Math.max(0, rise)); start <= last; start++)
    blurLine(picture.data, blurred.data, { lines, start, reach, points });
  return blurred;
}

/** A line to blur. */
interface Line {
  readonly lines: Lines;
  /** Place on the other axis of its first point. */
  readonly start: number;
  /** Points that count on each side of a point. The part of the last one is its weight. */
  readonly reach: number;
  /** Memory for its points. */
  readonly points: Float32Array;
}

// The casts below are safe because all indexes are inside the arrays.

function blurLine(data: Float32Array, to: Float32Array, line: Line): void {
  const { lines, start, reach, points } = line;
  const { count, step, depth, stride, slope } = lines;
  const ends = [(-1 - start) / slope, (depth - start) / slope] as const;
  const from = Math.max(0, Math.ceil(Math.min(...ends)));
  const until = Math.min(count - 1, Math.floor(Math.max(...ends)));
  if (from > until) return;
  const radius = Math.floor(reach);
  loadPoints(data, line, from - radius - 1, until + radius + 1);
  const [edge, scale, width] = [reach - radius, 1 / (2 * reach + 1), 4 * (2 * radius + 2)];
  const sums = new Float64Array(4);
  for (let at = 4; at < width; at++) sums[at & 3] = (sums[at & 3] as number) + (points[at] as number);
  for (let index = from, at = 0; index <= until; index++) {
    // Each pixel gets the parts of the two lines beside it.
    const place = start + slope * index;
    const upper = Math.floor(place);
    const share = place - upper;
    const first = upper >= 0 && upper < depth ? 1 - share : 0;
    const second = upper >= -1 && upper < depth - 1 ? share : 0;
    let pixel = upper * stride + index * step;
    for (let channel = 0; channel < 4; channel++, at++, pixel++) {
      const sum = sums[channel] as number;
      const newest = points[at + width] as number;
      const mean = scale * (sum + edge * ((points[at] as number) + newest));
      sums[channel] = sum + newest - (points[at + 4] as number);
      if (first > 0) to[pixel] = (to[pixel] as number) + first * mean;
      if (second > 0) to[pixel + stride] = (to[pixel + stride] as number) + second * mean;
    }
  }
}

/** Reads the points of a line. @param from, until indexes of the first and the last one. */
function loadPoints(data: Float32Array, { lines, start, points }: Line, from: number, until: number): void {
  const { count, step, depth, stride, slope } = lines;
  for (let index = from, at = 0; index <= until; index++) {
    const place = start + slope * index;
    const upper = Math.floor(place);
    const share = place - upper;
    const along = step * (index < 0 ? 0 : index < count ? index : count - 1);
    const first = along + stride * (upper < 0 ? 0 : upper < depth ? upper : depth - 1);
    const second = along + stride * (upper < -1 ? 0 : upper < depth - 1 ? upper + 1 : depth - 1);
    for (let channel = 0; channel < 4; channel++, at++)
      points[at] =
        (1 - share) * (data[first + channel] as number) + share * (data[second + channel] as number);
  }
}
