import type { Plane } from '../av/picture.ts';
import type { Size } from '../scene/placement.ts';
import type { PixelRect } from './cut.ts';
import type { Look } from './look.ts';
import { type Painting, yuvOf } from './paint.ts';

/** Straight (not premultiplied) RGBA, rows without padding. */
export interface Rgba {
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
 */
export function rasterOf(pixels: Rgba, x: number, y: number, output?: Size): Painting {
  if ([x, y, pixels.width, pixels.height].every(isEven) && areOpaque(pixels)) {
    return { planes: opaquePlanes(pixels), x, y };
  }
  const left = ((x % 2) + 2) % 2;
  const top = ((y % 2) + 2) % 2;
  const width = left + pixels.width + ((left + pixels.width) % 2);
  const height = top + pixels.height + ((top + pixels.height) % 2);
  const raster = new Raster(width, height);
  raster.put(pixels, left, top, {
    width: x + pixels.width === output?.width ? width - left : pixels.width,
    height: y + pixels.height === output?.height ? height - top : pixels.height,
  });
  raster.blend({ x: 0, y: 0, width, height });
  return { planes: raster.planes(raster.isOpaque), x: x - left, y: y - top };
}

/** The same as a {@link Raster} makes of opaque pixels, in a quarter of the time and of the memory. Both sides are even. */
function opaquePlanes({ data, width, height }: Rgba): Painting['planes'] {
  const half = width / 2;
  const y = new Uint8Array(width * height);
  const u = new Uint8Array((half * height) / 2);
  const v = new Uint8Array(u.length);
  // Of two rows together.
  const blue = new Float64Array(width);
  const red = new Float64Array(width);
  for (let row = 0; row < height; row += 2) {
    blue.fill(0);
    red.fill(0);
    for (let at = row * width, end = at + 2 * width, column = 0; at < end; at++, column++) {
      if (column === width) column = 0;
      // Inside the lists there is always a number.
      const yuv = yuvOf(data[4 * at] as number, data[4 * at + 1] as number, data[4 * at + 2] as number);
      y[at] = yuv[0] + 0.5;
      blue[column] = (blue[column] as number) + Math.fround(yuv[1]);
      red[column] = (red[column] as number) + Math.fround(yuv[2]);
    }
    chromaOf(blue, u, (row / 2) * half);
    chromaOf(red, v, (row / 2) * half);
  }
  return {
    ...{ width, height },
    y: { data: y, stride: width },
    u: { data: u, stride: half },
    v: { data: v, stride: half },
  };
}

/** A row of chroma of the sums of two rows, which weigh 1, 2 and 1. @param at where it begins. */
function chromaOf(sums: Float64Array, chroma: Uint8Array, at: number): void {
  const sum = (column: number): number => sums[column] as number;
  chroma[at] = (2 * sum(0) + sum(1)) / 6 + 0.5;
  for (let column = 2; column < sums.length; column += 2) {
    chroma[at + column / 2] = (sum(column - 1) + 2 * sum(column) + sum(column + 1)) / 8 + 0.5;
  }
}

/** Whether nothing shines through. */
export function areOpaque({ data }: Rgba): boolean {
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  return true;
}

function isEven(length: number): boolean {
  return length % 2 === 0;
}

/** What pixels look like that lie on the output. @param at where they lie, in whole pixels inside the output. */
export function lookOf(pixels: Rgba, at: PixelRect, output: Size): Look {
  const painting = rasterOf(pixels, at.x, at.y, output);
  const whole = at.x === 0 && at.y === 0 && at.width === output.width && at.height === output.height;
  return {
    ...painting,
    area: { x: 0, y: 0, width: output.width, height: output.height },
    covers: whole && !painting.planes.alpha,
  };
}

/** The weights of a pixel's left neighbour, the pixel and its right neighbour in a chroma sample. */
const WEIGHTS = [1, 2, 1];

/** Pixels as planes, that can be changed in parts. They begin on even pixels of the output. */
export class Raster {
  private readonly width: number;
  private readonly height: number;
  private readonly y: Uint8Array;
  private readonly alpha: Uint8Array;
  private readonly blue: Float32Array;
  private readonly red: Float32Array;
  private readonly u: Uint8Array;
  private readonly v: Uint8Array;
  private readonly chromaAlpha: Uint8Array;

  /** @param width, height in pixels, even. */
  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.y = new Uint8Array(width * height).fill(16);
    this.alpha = new Uint8Array(width * height);
    this.blue = new Float32Array(width * height);
    this.red = new Float32Array(width * height);
    this.u = new Uint8Array((width * height) / 4);
    this.v = new Uint8Array(this.u.length);
    this.chromaAlpha = new Uint8Array(this.u.length);
  }

  /**
   * Puts pixels in; their colours are in the planes after {@link blend}.
   *
   * @param size that is filled; beyond the edges of the pixels the outermost ones go on.
   */
  put({ data, width, height }: Rgba, left: number, top: number, size: Size = { width, height }): void {
    for (let row = 0; row < size.height; row++) {
      for (let column = 0; column < size.width; column++) {
        const from = (Math.min(row, height - 1) * width + Math.min(column, width - 1)) * 4;
        const to = (row + top) * this.width + column + left;
        const yuv = yuvOf(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0);
        this.y[to] = yuv[0] + 0.5;
        this.blue[to] = yuv[1];
        this.red[to] = yuv[2];
        this.alpha[to] = data[from + 3] ?? 0;
      }
    }
  }

  /** Blends the colours of the pixels of a part, which is inside; it is wherever they were put in. */
  blend({ x, y, width, height }: PixelRect): void {
    // A sample is blended with the column left of it.
    const right = Math.min(this.width / 2, ((x + width) >> 1) + 1);
    for (let row = y >> 1; row < (y + height + 1) >> 1; row++) {
      for (let column = x >> 1; column < right; column++) this.chroma(row, column);
    }
  }

  /** The planes, which change with the raster. @param opaque whether nothing shines through. */
  planes(opaque = false): Painting['planes'] {
    const { width, height, y, u, v, alpha, chromaAlpha } = this;
    const half = width / 2;
    return {
      width,
      height,
      y: { data: y, stride: width },
      u: { data: u, stride: half },
      v: { data: v, stride: half },
      ...(!opaque && { alpha: plane(alpha, width), chromaAlpha: plane(chromaAlpha, half) }),
    };
  }

  get isOpaque(): boolean {
    return this.alpha.every((value) => value === 255);
  }

  private chroma(row: number, column: number): void {
    let weights = 0;
    let shares = 0;
    let blue = 0;
    let red = 0;
    for (let line = 2 * row; line < 2 * row + 2; line++) {
      for (let side = -1; side <= 1; side++) {
        const across = 2 * column + side;
        if (across < 0 || across >= this.width) continue;
        const at = line * this.width + across;
        const weight = WEIGHTS[side + 1] ?? 0;
        const share = weight * (this.alpha[at] ?? 0);
        weights += weight;
        shares += share;
        blue += share * (this.blue[at] ?? 0);
        red += share * (this.red[at] ?? 0);
      }
    }
    const at = row * (this.width / 2) + column;
    this.u[at] = shares > 0 ? blue / shares + 0.5 : 128;
    this.v[at] = shares > 0 ? red / shares + 0.5 : 128;
    this.chromaAlpha[at] = shares / weights + 0.5;
  }
}

function plane(data: Uint8Array, stride: number): Plane {
  return { data, stride };
}
