import type { Plane, Planes } from '../../av/video/video-frame.ts';
import type { ResolvedChromaKey } from '../../resolve/chroma-key.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { BLUE_FROM_U, GREEN_FROM_U, GREEN_FROM_V, RED_FROM_V, RGB_PER_LUMA } from '../planes/bt709.ts';
import type { RgbaPixels } from '../planes/raster.ts';
import { KeyTables, NEAR_EDGE, TINTED } from './key-tables.ts';
import { type KeyedSamples, KeyEdgeSolver } from './key-edge-solver.ts';

/**
 * A pixel near an edge loses some of the key's hue if its projection onto the key is at least this, even if
 * that hue cannot be spill. From twice this value on, the pixel loses the hue completely. This is for hair:
 * the luma of a hair is sharp, but its chroma comes from the surrounding key. The key cannot always be
 * subtracted from such a pixel, because the pixel may not be a mixture.
 */
const MIN_REST = 0.2;

/**
 * Removes a colour from pictures of one size that have chroma for every pixel. The result is valid until the
 * next call of {@link KeyedFrame.read}, which reuses the memory.
 */
export class KeyedFrame implements KeyedSamples {
  readonly width: number;
  readonly height: number;
  readonly y: Uint8ClampedArray;
  readonly u: Uint8ClampedArray;
  readonly v: Uint8ClampedArray;
  readonly alpha: Uint8Array;
  /** The flags of each cell. They ignore the picture's own alpha. */
  readonly cells: Uint8Array;
  private readonly tables: KeyTables;
  private readonly edges: KeyEdgeSolver | undefined;

  /**
   * @param key the colour to remove.
   * @param size size of the pictures in pixels.
   * @param scale enlargement of the source: output pixels per source pixel.
   */
  constructor(key: ResolvedChromaKey, { width, height }: PixelSize, scale: number) {
    this.width = width;
    this.height = height;
    this.tables = new KeyTables(key);
    this.edges = this.tables.hasHue ? new KeyEdgeSolver(this.tables, this, scale) : undefined;
    this.y = new Uint8ClampedArray(width * height);
    this.u = new Uint8ClampedArray(width * height);
    this.v = new Uint8ClampedArray(width * height);
    this.alpha = new Uint8Array(width * height);
    this.cells = new Uint8Array(Math.ceil(width / 2) * Math.ceil(height / 2));
  }

  /**
   * Keys a picture.
   *
   * @param from planes of the size passed to the constructor, with chroma for every pixel. This method does
   *   not change the planes. If they have alpha, the coverage is multiplied by that alpha.
   */
  read(from: Planes): void {
    this.copy(from.y, this.y);
    this.copy(from.u, this.u);
    this.copy(from.v, this.v);
    const half = Math.ceil(this.height / 2);
    for (let row = 0; row < half; row++) {
      if (this.edges) this.coverRowByHue(from, row);
      else this.coverRowByDistance(from, row);
    }
    this.edges?.solve(from, this);
    for (let row = 0; row < half; row++) this.removeSpillInRow(row);
    if (from.alpha) this.multiplyAlpha(from.alpha);
  }

  private copy({ data, stride }: Plane, to: Uint8ClampedArray): void {
    const { width, height } = this;
    for (let row = 0; row < height; row++) {
      to.set(data.subarray(row * stride, row * stride + width), row * width);
    }
  }

  // The casts below are safe because all indexes are inside the planes.

  /** Calculates the coverage of a row of cells for a key with a hue. This needs table lookups only. */
  private coverRowByHue({ u, v }: Planes, row: number): void {
    const { width, height, alpha, cells } = this;
    const { coverages } = this.tables;
    const [us, vs] = [u.data, v.data];
    const upper = 2 * row;
    const lower = Math.min(height - 1, upper + 1);
    const [upperU, upperV, upperTo] = [upper * u.stride, upper * v.stride, upper * width];
    const [lowerU, lowerV, lowerTo] = [lower * u.stride, lower * v.stride, lower * width];
    for (let left = 0, cell = row * Math.ceil(width / 2); left < width; left += 2, cell++) {
      const right = left + 1 < width ? left + 1 : left;
      const one = coverages[((us[upperU + left] as number) << 8) | (vs[upperV + left] as number)] as number;
      const two = coverages[((us[upperU + right] as number) << 8) | (vs[upperV + right] as number)] as number;
      const three = coverages[((us[lowerU + left] as number) << 8) | (vs[lowerV + left] as number)] as number;
      const four = coverages[
        ((us[lowerU + right] as number) << 8) | (vs[lowerV + right] as number)
      ] as number;
      // The arrays keep the low eight bits, which are the coverage.
      alpha[upperTo + left] = one;
      alpha[upperTo + right] = two;
      alpha[lowerTo + left] = three;
      alpha[lowerTo + right] = four;
      cells[cell] = (one | two | three | four) >> 8;
    }
  }

  /** Calculates the coverage of a row of cells for a grey key, from hue and brightness. */
  private coverRowByDistance({ y, u, v }: Planes, row: number): void {
    const { width, height, alpha, cells, tables } = this;
    const across = Math.ceil(width / 2);
    cells.fill(0, row * across, (row + 1) * across);
    for (let line = 2 * row; line < Math.min(height, 2 * row + 2); line++) {
      for (let column = 0; column < width; column++) {
        const pair =
          ((u.data[line * u.stride + column] as number) << 8) | (v.data[line * v.stride + column] as number);
        const cover = tables.coverageAt(y.data[line * y.stride + column] as number, pair);
        const cell = row * across + (column >> 1);
        alpha[line * width + column] = cover;
        cells[cell] = (cells[cell] as number) | tables.flagsOf(cover, pair);
      }
    }
  }

  /** Removes the spill of the key from a row of cells. */
  private removeSpillInRow(row: number): void {
    const { width, height, cells } = this;
    const across = Math.ceil(width / 2);
    for (let column = 0; column < across; column++) {
      const cell = cells[row * across + column] as number;
      if ((cell & TINTED) === 0) continue;
      const near = (cell & NEAR_EDGE) !== 0;
      for (let y = 2 * row; y < Math.min(height, 2 * row + 2); y++) {
        for (let x = 2 * column; x < Math.min(width, 2 * column + 2); x++)
          this.removeSpill(y * width + x, near);
      }
    }
  }

  /** Removes the spill of the key from a pixel. @param near true if an edge is near. */
  private removeSpill(at: number, near: boolean): void {
    if (this.alpha[at] === 0) return;
    const { tables, y, u, v } = this;
    const { key } = tables;
    const luma = y[at] as number;
    const cb = u[at] as number;
    const cr = v[at] as number;
    const along = tables.alongKey(cb, cr);
    const spill = tables.spillOf(along, luma, cb, cr);
    const whole = 1 / (1 - spill);
    const rest = near && along > MIN_REST ? (along - spill) * whole * Math.min(1, along / MIN_REST - 1) : 0;
    // The arrays round and clamp.
    y[at] = (luma - spill * key[0]) * whole;
    u[at] = (cb - spill * key[1]) * whole - rest * (key[1] - 128);
    v[at] = (cr - spill * key[2]) * whole - rest * (key[2] - 128);
  }

  private multiplyAlpha({ data, stride }: Plane): void {
    const { width, height, alpha } = this;
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const at = row * width + column;
        // The 0.5 rounds to the nearest.
        alpha[at] = ((alpha[at] as number) * (data[row * stride + column] as number)) / 255 + 0.5;
      }
    }
  }
}

/**
 * Converts a keyed picture to straight RGBA.
 *
 * @param into space for four bytes per pixel.
 */
export function keyedToRgba(
  { width, height, y, u, v, alpha }: KeyedSamples,
  into: Uint8ClampedArray,
): RgbaPixels {
  for (let at = 0, to = 0; at < alpha.length; at++, to += 4) {
    // The casts are safe because all indexes are inside the picture.
    const cover = alpha[at] as number;
    into[to + 3] = cover;
    if (cover === 0) {
      into[to] = into[to + 1] = into[to + 2] = 0;
      continue;
    }
    const luma = RGB_PER_LUMA * ((y[at] as number) - 16);
    const cb = RGB_PER_LUMA * ((u[at] as number) - 128);
    const cr = RGB_PER_LUMA * ((v[at] as number) - 128);
    // The array rounds and clamps.
    into[to] = luma + RED_FROM_V * cr;
    into[to + 1] = luma + GREEN_FROM_U * cb + GREEN_FROM_V * cr;
    into[to + 2] = luma + BLUE_FROM_U * cb;
  }
  return { data: into, width, height };
}
