import type { PixelSize } from '../../scene/placement.ts';
import { createKernels, type Kernels } from '../planes/kernels.ts';
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

/** Kernels with memory for a number of bytes. */
let lineMemory:
  | { readonly kernels: Kernels; readonly floats: Float32Array; readonly size: number }
  | undefined;

function memoryFor(size: number): NonNullable<typeof lineMemory> {
  if (!lineMemory || lineMemory.size < size) {
    const kernels = createKernels(size);
    lineMemory = { kernels, floats: new Float32Array(kernels.memory.buffer), size };
  }
  return lineMemory;
}

function blurLine(data: Float32Array, to: Float32Array, line: Line, box: Box): void {
  const { radius, edge } = box;
  const { start, step, count, lanes } = line;
  const reach = BOXES * (radius + 1);
  const length = count + 2 * reach;
  const size = length * lanes;
  const { kernels, floats } = memoryFor(4 * (2 * size + lanes));
  loadLine(floats, data, line, reach);
  const scale = 1 / (2 * radius + 1 + 2 * edge);
  let [from, next] = [0, size];
  for (let pass = 0; pass < BOXES; pass++) {
    kernels.averageAlong(4 * from, 4 * next, length, lanes, radius, edge, scale, 8 * size);
    [from, next] = [next, from];
  }
  const first = from + reach * lanes;
  if (step === lanes) {
    to.set(floats.subarray(first, first + count * lanes), start);
    return;
  }
  for (let index = 0; index < count; index++) {
    const at = first + index * lanes;
    to.set(floats.subarray(at, at + lanes), start + step * index);
  }
}

/** Copies a line into the memory of the kernels, with copies of its ends. @param reach number of copies of each end. */
function loadLine(
  floats: Float32Array,
  data: Float32Array,
  { start, step, count, lanes }: Line,
  reach: number,
): void {
  const isWhole = step === lanes;
  // Floats that lie in memory as they are needed are copied at once.
  if (isWhole) floats.set(data.subarray(start, start + count * lanes), reach * lanes);
  for (let index = 0; index < count + 2 * reach; index++) {
    if (isWhole && index === reach) index += count;
    const source = start + step * Math.min(count - 1, Math.max(0, index - reach));
    floats.set(data.subarray(source, source + lanes), index * lanes);
  }
}

/**
 * Blurs one channel with a Gaussian. Beyond its edges, the edge values are repeated.
 *
 * @param data rows without padding. Both sides are multiples of 4.
 * @param sigma standard deviation in pixels.
 */
export function blurChannel(data: Float32Array, { width, height }: PixelSize, sigma: number): Float32Array {
  const box = boxOf(sigma);
  const down = blurColumns(data, { width, height }, box);
  const turned = blurColumns(transpose(down, { width, height }), { width: height, height: width }, box);
  return transpose(turned, { width: height, height: width });
}

function blurColumns(data: Float32Array, { width, height }: PixelSize, box: Box): Float32Array {
  const blurred = new Float32Array(data.length);
  for (let start = 0; start < width; start += LANES) {
    const lanes = Math.min(LANES, width - start);
    blurLine(data, blurred, { start, step: width, count: height, lanes }, box);
  }
  return blurred;
}

function transpose(data: Float32Array, { width, height }: PixelSize): Float32Array {
  const turned = new Float32Array(data.length);
  for (let row = 0, at = 0; row < height; row++)
    for (let column = 0; column < width; column++, at++) turned[column * height + row] = data[at] as number; // Inside.
  return turned;
}
