import type { Plane } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { PixelRect } from './pixel-rect.ts';
import { type Kernels, createKernels } from './kernels.ts';
import type { PlacedPlanes, AlphaPlanes } from './paint.ts';
import { rgbToYuv } from './bt709.ts';

/** Straight (not premultiplied) RGBA, rows without padding. */
export interface RgbaPixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * Converts pixels to planes once, to be painted on many frames. The planes begin on even pixels of the output, with
 * transparent padding where the picture does not. Chroma sits between the rows and on the left column of each 2x2
 * pixels, as H.264 decoders expect; transparent pixels lend no colour.
 *
 * @param x, y whole pixel of the output on which the top left corner lies.
 * @param output where it ends in the middle of 2x2 pixels, the padding is more of the picture: nobody sees it, but it lends its colour.
 * @param memory where the planes are, until the next ones are made there.
 */
export function rasterize(
  pixels: RgbaPixels,
  x: number,
  y: number,
  output?: PixelSize,
  memory = new ReusableRasterMemory(),
): PlacedPlanes {
  if ([x, y, pixels.width, pixels.height].every(isEven) && isOpaque(pixels)) {
    return { planes: toOpaquePlanes(pixels), x, y };
  }
  const left = ((x % 2) + 2) % 2;
  const top = ((y % 2) + 2) % 2;
  const width = left + pixels.width + ((left + pixels.width) % 2);
  const height = top + pixels.height + ((top + pixels.height) % 2);
  const raster = memory.createRaster(width, height);
  raster.putPixels(pixels, left, top, {
    width: x + pixels.width === output?.width ? width - left : pixels.width,
    height: y + pixels.height === output?.height ? height - top : pixels.height,
  });
  raster.updatePlanes({ x: 0, y: 0, width, height });
  return { planes: raster.getPlanes(raster.isOpaque), x: x - left, y: y - top };
}

/** Two rows of pixels and what is made of them, in the memory of kernels. */
interface RowPair {
  readonly kernels: Kernels;
  readonly width: number;
}

/** Most pictures of a render are as wide as the one before. */
let rowPair: RowPair | undefined;

/** The same as a {@link Raster} makes of opaque pixels, in a small part of the time and a quarter of the memory. Both sides are even. */
function toOpaquePlanes({ data, width, height }: RgbaPixels): AlphaPlanes {
  const half = width / 2;
  const y = new Uint8Array(width * height);
  const u = new Uint8Array((half * height) / 2);
  const v = new Uint8Array(u.length);
  if (rowPair?.width !== width) rowPair = { kernels: createKernels(27 * width), width };
  const { kernels } = rowPair;
  const { bytes } = kernels;
  // The sums first: floats are read faster from multiples of 8.
  const [from, yOffset, uOffset, vOffset] = [16 * width, 24 * width, 26 * width, 26 * width + half];
  for (let row = 0; row < height; row += 2) {
    bytes.set(data.subarray(4 * row * width, 4 * (row + 2) * width), from);
    kernels.toPlanes(from, width, yOffset, uOffset, vOffset, 0);
    y.set(bytes.subarray(yOffset, uOffset), row * width);
    u.set(bytes.subarray(uOffset, vOffset), (row / 2) * half);
    v.set(bytes.subarray(vOffset, vOffset + half), (row / 2) * half);
  }
  return {
    width,
    height,
    y: { data: y, stride: width },
    u: { data: u, stride: half },
    v: { data: v, stride: half },
  };
}

/** Whether nothing shines through. */
export function isOpaque({ data }: RgbaPixels): boolean {
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  return true;
}

function isEven(length: number): boolean {
  return length % 2 === 0;
}

/** Pixels as planes, that can be changed in parts. They begin on even pixels of the output. */
export class Raster {
  private readonly width: number;
  private readonly height: number;
  private readonly memory: RasterMemory;
  /** Of two rows together, for each column: alpha, and blue and red weighed by it. */
  private readonly shares: Float64Array;
  private readonly blue: Float64Array;
  private readonly red: Float64Array;

  /** @param width, height in pixels, even. @param memory for so many pixels, of which those that are put in are read. */
  constructor(width: number, height: number, memory = allocateRaster(width * height)) {
    this.width = width;
    this.height = height;
    this.memory = memory;
    this.shares = new Float64Array(width);
    this.blue = new Float64Array(width);
    this.red = new Float64Array(width);
  }

  /**
   * Puts pixels in; they are in the planes after {@link updatePlanes}.
   *
   * @param size that is filled; beyond the edges of the pixels the outermost ones go on.
   */
  putPixels(
    { data, width, height }: RgbaPixels,
    left: number,
    top: number,
    size: PixelSize = { width, height },
  ): void {
    const { bytes } = this.memory;
    for (let row = 0; row < size.height; row++) {
      const from = 4 * width * Math.min(row, height - 1);
      const to = 4 * ((row + top) * this.width + left);
      bytes.set(data.subarray(from, from + 4 * width), to);
      const end = to + 4 * width;
      for (let column = width; column < size.width; column++) bytes.copyWithin(to + 4 * column, end - 4, end);
    }
  }

  /** Blends the colours of the pixels of a part, which is inside; it is wherever they were put in. */
  updatePlanes({ x, y, width, height }: PixelRect): void {
    const left = x >> 1;
    // A sample is blended with the column left of it.
    const right = Math.min(this.width / 2, ((x + width) >> 1) + 1);
    for (let row = y >> 1; row < (y + height + 1) >> 1; row++) {
      this.shares.fill(0);
      this.blue.fill(0);
      this.red.fill(0);
      for (const line of [2 * row, 2 * row + 1]) this.convertRow(line, Math.max(0, 2 * left - 1), 2 * right);
      this.convertChromaRow(row, left, right);
    }
  }

  /** The planes, which change with the raster. @param opaque whether nothing shines through. */
  getPlanes(opaque = false): AlphaPlanes {
    const { width, height } = this;
    const { y, u, v, alpha, chromaAlpha } = this.memory;
    const half = width / 2;
    return {
      width,
      height,
      y: { data: y, stride: width },
      u: { data: u, stride: half },
      v: { data: v, stride: half },
      ...(!opaque && { alpha: toPlane(alpha, width), chromaAlpha: toPlane(chromaAlpha, half) }),
    };
  }

  get isOpaque(): boolean {
    return this.memory.alpha.subarray(0, this.width * this.height).every((value) => value === 255);
  }

  /** Converts a row of pixels, and adds it to the sums of its columns. */
  private convertRow(row: number, from: number, to: number): void {
    const { shares, blue, red } = this;
    const { pixels, y, alpha } = this.memory;
    // What is drawn has many pixels of one colour beside each other.
    let [colour, luma, cb, cr] = [-1, 0, 0, 0];
    for (let column = from, at = row * this.width + from; column < to; column++, at++) {
      // Inside the lists there is always a number; all processors that we run on have red in the lowest byte.
      const pixel = pixels[at] as number;
      if ((pixel & 0xffffff) !== colour) {
        colour = pixel & 0xffffff;
        const yuv = rgbToYuv(colour & 255, (colour >> 8) & 255, colour >> 16);
        luma = yuv[0] + 0.5;
        cb = Math.fround(yuv[1]);
        cr = Math.fround(yuv[2]);
      }
      const share = pixel >>> 24;
      y[at] = luma;
      alpha[at] = share;
      shares[column] = (shares[column] as number) + share;
      blue[column] = (blue[column] as number) + share * cb;
      red[column] = (red[column] as number) + share * cr;
    }
  }

  /** A row of chroma of the sums of its columns: a pixel's left neighbour, the pixel and its right neighbour weigh 1, 2 and 1. */
  private convertChromaRow(row: number, from: number, to: number): void {
    const { u, v, chromaAlpha } = this.memory;
    for (let column = from, at = (row * this.width) / 2 + from; column < to; column++, at++) {
      const shares = weighNeighbours(this.shares, column);
      u[at] = shares > 0 ? weighNeighbours(this.blue, column) / shares + 0.5 : 128;
      v[at] = shares > 0 ? weighNeighbours(this.red, column) / shares + 0.5 : 128;
      chromaAlpha[at] = shares / (column === 0 ? 6 : 8) + 0.5;
    }
  }
}

/** What sums of columns make together in a column of chroma; the first one has no left neighbour. */
function weighNeighbours(sums: Float64Array, column: number): number {
  const left = column === 0 ? 0 : (sums[2 * column - 1] as number); // Inside the list there is always a number.
  return left + 2 * (sums[2 * column] as number) + (sums[2 * column + 1] as number);
}

/** Where a raster lies. */
interface RasterMemory {
  /** Red, green, blue and alpha, by the byte and by the pixel. */
  readonly bytes: Uint8Array;
  readonly pixels: Uint32Array;
  readonly y: Uint8Array;
  readonly alpha: Uint8Array;
  readonly u: Uint8Array;
  readonly v: Uint8Array;
  readonly chromaAlpha: Uint8Array;
}

function allocateRaster(count: number): RasterMemory {
  const bytes = new Uint8Array(4 * count);
  const allocateChroma = (): Uint8Array => new Uint8Array(Math.ceil(count / 4));
  return {
    bytes,
    pixels: new Uint32Array(bytes.buffer),
    y: new Uint8Array(count),
    alpha: new Uint8Array(count),
    u: allocateChroma(),
    v: allocateChroma(),
    chromaAlpha: allocateChroma(),
  };
}

/** Where rasters are made one after the other, each over the one before: what takes memory for each makes V8 collect garbage all the time. */
export class ReusableRasterMemory {
  private memory = allocateRaster(0);

  /** A raster without any pixels. @param width, height in pixels, even. */
  createRaster(width: number, height: number): Raster {
    const count = width * height;
    if (this.memory.pixels.length < count)
      this.memory = allocateRaster(Math.max(count, 2 * this.memory.pixels.length));
    else this.memory.pixels.fill(0, 0, count);
    return new Raster(width, height, this.memory);
  }
}

function toPlane(data: Uint8Array, stride: number): Plane {
  return { data, stride };
}
