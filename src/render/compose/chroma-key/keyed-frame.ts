import type { Plane, Planes } from '../../av/video/video-frame.ts';
import type { ResolvedChromaKey } from '../../resolve/chroma-key.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { BLUE_FROM_U, GREEN_FROM_U, GREEN_FROM_V, RED_FROM_V, RGB_PER_LUMA } from '../planes/bt709.ts';
import type { RgbaPixels } from '../planes/raster.ts';
import { createKernels, KERNEL_STEP, type Kernels, roundUpToStep } from '../planes/kernels.ts';
import { countScreenBytes, HueCoverage, type KeyMemory, SETTINGS_BYTES } from './hue-coverage.ts';
import { ScreenMap } from './screen-map.ts';
import { KeyTables } from './key-tables.ts';
import { KeyEdgeSolver } from './key-edge-solver.ts';
import type { KeyedSamples } from './keyed-samples.ts';

/** Bytes of the settings of the kernel `removeSpill`. */
const SPILL_BYTES = 96;

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
  readonly distances: Uint16Array;
  /** The flags of each cell. They ignore the picture's own alpha. */
  readonly cells: Uint8Array;
  private readonly tables: KeyTables;
  private readonly kernels: Kernels;
  private readonly memory: KeyMemory & { readonly size: number };
  private readonly map: ScreenMap | undefined;
  /** The coverage of a key with a hue. */
  private readonly coverage: HueCoverage | undefined;
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
    this.memory = layOut(width, height);
    const { memory } = this;
    this.kernels = createKernels(memory.size);
    const { buffer } = this.kernels.bytes;
    this.y = new Uint8ClampedArray(buffer, memory.y, width * height);
    this.u = new Uint8ClampedArray(buffer, memory.u, width * height);
    this.v = new Uint8ClampedArray(buffer, memory.v, width * height);
    this.alpha = new Uint8Array(buffer, memory.alpha, width * height);
    this.distances = new Uint16Array(buffer, memory.distances, width * height);
    this.cells = new Uint8Array(buffer, memory.cells, Math.ceil(width / 2) * Math.ceil(height / 2));
    if (!this.tables.hasHue) return;
    new Float32Array(buffer, memory.spillSettings, SPILL_BYTES / 4).set(this.tables.spillSettings);
    this.map = key.measured ? new ScreenMap(this.tables, this, scale) : undefined;
    this.coverage = new HueCoverage(this.tables, this.map, width, this.kernels, memory);
    this.edges = new KeyEdgeSolver(this.tables, this, scale, this.map);
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
    this.map?.read(from);
    if (this.coverage) this.coverByHue(this.coverage);
    else for (let row = 0; row < this.height / 2; row++) this.coverRowByDistance(from, row);
    this.edges?.solve(from, this);
    if (this.coverage) this.removeSpill();
    if (from.alpha) this.multiplyAlpha(from.alpha);
  }

  private copy({ data, stride }: Plane, to: Uint8ClampedArray): void {
    const { width, height } = this;
    for (let row = 0; row < height; row++) {
      to.set(data.subarray(row * stride, row * stride + width), row * width);
    }
  }

  // The casts below are safe because all indexes are inside the planes.

  private coverByHue(coverage: HueCoverage): void {
    const { width, height, alpha, cells, u, v, tables } = this;
    coverage.cover(this);
    if (width % 2 === 0) return;
    // The kernel took the first pixel of the next row for the second column of the last cell.
    for (let line = 0; line < height; line++) {
      const at = line * width + width - 1;
      const cell = ((line >> 1) + 1) * ((width + 1) >> 1) - 1;
      const flags = tables.flagsOf(alpha[at] as number, ((u[at] as number) << 8) | (v[at] as number));
      cells[cell] = line % 2 === 0 ? flags : (cells[cell] as number) | flags;
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

  /** Removes the spill of the key from the visible pixels. */
  private removeSpill(): void {
    const { kernels, memory, tables } = this;
    // All rows are one long row. The step beyond the last pixel is outside the picture.
    kernels.removeSpill(
      memory.y,
      memory.u,
      memory.v,
      memory.alpha,
      this.width * this.height,
      tables.tint[0],
      tables.tint[1],
      memory.spillSettings,
    );
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

/** Returns the layout of the memory for pictures of a size, and the size of the memory in bytes. */
function layOut(width: number, height: number): KeyMemory & { readonly size: number } {
  // The kernels read and write up to a step beyond the last pixel.
  const plane = roundUpToStep(width * height) + KERNEL_STEP;
  const cells = roundUpToStep(Math.ceil(width / 2) * Math.ceil(height / 2)) + KERNEL_STEP;
  let size = 0;
  const place = (bytes: number): number => (size += bytes) - bytes;
  return {
    y: place(plane),
    u: place(plane),
    v: place(plane),
    alpha: place(plane),
    distances: place(2 * plane),
    cells: place(cells),
    screens: place(countScreenBytes(width)),
    settings: place(SETTINGS_BYTES),
    spillSettings: place(SPILL_BYTES),
    size,
  };
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
