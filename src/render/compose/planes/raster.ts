import type { Plane } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { splitColours } from './colour-planes.ts';
import type { PixelRect } from './pixel-rect.ts';
import { type Kernels, createKernels } from './kernels.ts';
import type { PlacedPlanes, AlphaPlanes } from './paint.ts';
import { rgbToYuv } from './bt709.ts';
import type { Surface } from './surface.ts';

/** Straight (not premultiplied) RGBA, rows without padding. */
export interface RgbaPixels {
  readonly data: Uint8Array | Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/**
 * Converts pixels to planes once, to be painted on many frames. The planes begin on even pixels of the
 * output. If the picture begins on an odd pixel, the planes have transparent padding there. Chroma sits
 * between the rows and on the left column of each block of 2x2 pixels, as H.264 decoders expect. Transparent
 * pixels add no colour. In full colour, none of this is needed: the planes are the pixels.
 *
 * @param pixels the pixels.
 * @param x, y the output pixel of the top left corner, in whole numbers.
 * @param output the surface. If the picture ends at an odd edge of the output, the planes have padding
 *   beyond that edge, too, which repeats the edge pixels of the picture. That padding is invisible, but
 *   affects the chroma.
 * @param memory memory for the planes. The planes are valid until the memory is reused.
 */
export function rasterize(
  pixels: RgbaPixels,
  x: number,
  y: number,
  output?: Surface,
  memory = new ReusableRasterMemory(),
): PlacedPlanes {
  if (output?.fullColour) return { planes: splitColours(pixels), x, y };
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

/** Kernels with memory for two rows of pixels and their planes. */
interface RowPair {
  readonly kernels: Kernels;
  readonly width: number;
}

/**
 * The kernels of the last conversion. Most pictures of a render are as wide as the picture before, so they
 * can use the same kernels.
 */
let rowPair: RowPair | undefined;

/**
 * Converts opaque pixels of even width and height. The result is the same as that of a {@link Raster}, but
 * the conversion takes a fraction of the time and a quarter of the memory.
 */
function toOpaquePlanes({ data, width, height }: RgbaPixels): AlphaPlanes {
  const half = width / 2;
  const y = new Uint8Array(width * height);
  const u = new Uint8Array((half * height) / 2);
  const v = new Uint8Array(u.length);
  if (rowPair?.width !== width) rowPair = { kernels: createKernels(27 * width), width };
  const { kernels } = rowPair;
  const { bytes } = kernels;
  // The sums come first, because floats are read faster from addresses that are multiples of 8.
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

/** Returns true if all pixels are opaque. */
export function isOpaque({ data }: RgbaPixels): boolean {
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  return true;
}

function isEven(length: number): boolean {
  return length % 2 === 0;
}

/** Pixels and their planes. The planes can be updated in parts. They begin on even pixels of the output. */
export class Raster {
  private readonly width: number;
  private readonly height: number;
  private readonly memory: RasterMemory;
  /** Sums of alpha over two rows, for each column. */
  private readonly shares: Float64Array;
  /** Sums of U over two rows, weighted by alpha. */
  private readonly blue: Float64Array;
  /** Sums of V over two rows, weighted by alpha. */
  private readonly red: Float64Array;

  /**
   * @param width, height size in pixels, even.
   * @param memory memory for at least this many pixels. The pixels that are already in the memory become part
   *   of the raster.
   */
  constructor(width: number, height: number, memory = allocateRaster(width * height)) {
    this.width = width;
    this.height = height;
    this.memory = memory;
    this.shares = new Float64Array(width);
    this.blue = new Float64Array(width);
    this.red = new Float64Array(width);
  }

  /**
   * Copies pixels into the raster. The planes do not change until {@link updatePlanes} is called.
   *
   * @param pixels the pixels.
   * @param left, top the position in the raster of the top left corner of the pixels.
   * @param size the size to fill. If it is larger than the pixels, their right and bottom edges repeat.
   */
  putPixels(pixels: RgbaPixels, left: number, top: number, size: PixelSize = pixels): void {
    const { data, width, height } = pixels;
    const { bytes } = this.memory;
    for (let row = 0; row < size.height; row++) {
      const from = 4 * width * Math.min(row, height - 1);
      const to = 4 * ((row + top) * this.width + left);
      bytes.set(data.subarray(from, from + 4 * width), to);
      const end = to + 4 * width;
      for (let column = width; column < size.width; column++) bytes.copyWithin(to + 4 * column, end - 4, end);
    }
  }

  /** Updates the planes after {@link putPixels}. @param part the changed pixels, inside the raster. */
  updatePlanes(part: PixelRect): void {
    const { x, y, width, height } = part;
    const left = x >> 1;
    // One more chroma sample on the right, because each sample includes the pixel column to its left.
    const right = Math.min(this.width / 2, ((x + width) >> 1) + 1);
    for (let row = y >> 1; row < (y + height + 1) >> 1; row++) {
      this.shares.fill(0);
      this.blue.fill(0);
      this.red.fill(0);
      for (const line of [2 * row, 2 * row + 1]) this.convertRow(line, Math.max(0, 2 * left - 1), 2 * right);
      this.convertChromaRow(row, left, right);
    }
  }

  /**
   * Returns live views of the planes, which change with the raster.
   *
   * @param opaque true to return them without alpha.
   */
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

  /** True if all pixels are opaque. */
  get isOpaque(): boolean {
    return this.memory.alpha.subarray(0, this.width * this.height).every((value) => value === 255);
  }

  /** Converts a row of pixels to Y and alpha, and adds the pixels to the sums of their columns. */
  private convertRow(row: number, from: number, to: number): void {
    const { shares, blue, red } = this;
    const { pixels, y, alpha } = this.memory;
    // Remembers the last colour, because drawings have many neighbouring pixels of the same colour.
    let [colour, luma, cb, cr] = [-1, 0, 0, 0];
    for (let column = from, at = row * this.width + from; column < to; column++, at++) {
      // The casts are safe because all indexes are inside the lists. Red is the lowest byte on all supported
      // processors.
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

  /**
   * Converts the sums of the columns to a row of chroma. The column of a sample weighs 2, its left and right
   * neighbours weigh 1 each.
   */
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

/** Returns the weighted sum of the columns around a chroma sample. The first column has no left neighbour. */
function weighNeighbours(sums: Float64Array, column: number): number {
  const left = column === 0 ? 0 : (sums[2 * column - 1] as number); // The index is inside the list.
  return left + 2 * (sums[2 * column] as number) + (sums[2 * column + 1] as number);
}

/** The memory of a raster. */
interface RasterMemory {
  /**
   * The RGBA pixels: one number per byte here, and one number per pixel in `pixels`, which shares the memory.
   */
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

/**
 * Memory that one raster after another uses. Allocating memory for each raster would keep V8's garbage
 * collector busy.
 */
export class ReusableRasterMemory {
  private memory = allocateRaster(0);

  /**
   * Creates a transparent raster in the memory. The previous raster becomes invalid.
   *
   * @param width, height size in pixels, even.
   */
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
