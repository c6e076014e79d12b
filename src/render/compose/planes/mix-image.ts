import { BLEND_MODES, type BlendMode } from '../../../base/vocabulary/blend-modes.ts';
import type { Plane, Planes } from '../../av/video/video-frame.ts';
import { intersect } from '../../scene/placement.ts';
import { BLUE, BLUE_FROM_U, GREEN, GREEN_FROM_U, GREEN_FROM_V, RED, RED_FROM_V, WHITE } from './bt709.ts';
import { createKernels, type Kernels, roundUpToStep } from './kernels.ts';
import type { PlacedPlanes } from './paint.ts';
import type { PixelRect } from './pixel-rect.ts';

/** What a picture is mixed with. */
export interface Backdrop {
  readonly planes: Planes;
  /** The alpha of each pixel, by which its colours are multiplied. Opaque if absent. */
  readonly alpha: Plane | undefined;
}

/**
 * Mixes the colours of a picture with those below it, so that painting it in the ordinary way gives the result of a
 * blend mode (W3C Compositing and Blending Level 1, section 5.7).
 *
 * @param area the pixels of the backdrop that the picture may change.
 * @returns a picture of the same alpha. Undefined if it changes nothing.
 */
export function mixImage(
  { planes: below, alpha }: Backdrop,
  { planes, x, y }: PlacedPlanes,
  area: PixelRect,
  mode: BlendMode,
): PlacedPlanes | undefined {
  const grid = planes.fullColour ? 1 : 2;
  const seen = intersect(area, { x, y, width: planes.width, height: planes.height });
  const left = Math.floor(seen.x / grid) * grid;
  const top = Math.floor(seen.y / grid) * grid;
  const width = Math.ceil((seen.x + seen.width - left) / grid) * grid;
  const height = Math.ceil((seen.y + seen.height - top) / grid) * grid;
  if (seen.width <= 0 || seen.height <= 0) return undefined;
  const crop = (plane: Plane, step: number): Plane => ({
    data: plane.data.subarray(((top - y) / step) * plane.stride + (left - x) / step),
    stride: plane.stride,
  });
  const create = (step: number): Plane => ({
    data: new Uint8Array((width / step) * (height / step)),
    stride: width / step,
  });
  const mixed = {
    ...planes,
    width,
    height,
    y: create(1),
    u: create(grid),
    v: create(grid),
    ...(planes.alpha && { alpha: crop(planes.alpha, 1) }),
    ...(planes.chromaAlpha && { chromaAlpha: crop(planes.chromaAlpha, grid) }),
  };
  const above = { ...planes, y: crop(planes.y, 1), u: crop(planes.u, grid), v: crop(planes.v, grid) };
  const mixer = mixerFor(width);
  // The kernels number the modes in this order, without `normal`.
  mixer.mode = BLEND_MODES.indexOf(mode) - 1;
  for (let row = 0; row < height; row += grid) {
    if (grid === 1) mixer.mixColours({ below, alpha, left, top }, above, mixed, row);
    else mixer.mixVideo({ below, left, top }, above, mixed, row);
  }
  return { planes: mixed, x: left, y: top };
}

/** What is below a picture, and the place of the picture on it. */
interface Below {
  readonly below: Planes;
  readonly left: number;
  readonly top: number;
}

let lastMixer: RowMixer | undefined;

/** Most pictures are as wide as the one before, so they can use the same memory. */
function mixerFor(width: number): RowMixer {
  if (lastMixer?.width !== width) lastMixer = new RowMixer(width);
  return lastMixer;
}

/** Factors of the conversion to colours, and back. */
const FACTORS = Float32Array.of(
  ...[1 / WHITE, RED_FROM_V / WHITE, GREEN_FROM_U / WHITE, GREEN_FROM_V / WHITE, BLUE_FROM_U / WHITE],
  ...[RED, GREEN, BLUE, WHITE / BLUE_FROM_U, WHITE / RED_FROM_V],
);

/** Mixes rows of pictures of one width. */
class RowMixer {
  readonly width: number;
  mode = 0;
  private readonly kernels: Kernels;
  /** Number of samples that are worked on. */
  private readonly count: number;
  /** Addresses of the colours of two rows: red, green and blue of the upper one, and then those of the lower one. */
  private readonly below: number;
  private readonly above: number;
  private readonly alpha: number;
  /** Address of two rows of bytes, with one of U and one of V. */
  private readonly rows: number;
  private readonly factors: number;

  constructor(width: number) {
    this.width = width;
    this.count = roundUpToStep(width);
    const floats = 4 * this.count;
    this.below = 0;
    this.above = 6 * floats;
    this.alpha = 12 * floats;
    this.rows = 13 * floats;
    this.factors = 14 * floats;
    this.kernels = createKernels(this.factors + FACTORS.byteLength);
    this.kernels.bytes.set(new Uint8Array(FACTORS.buffer), this.factors);
  }

  /** Mixes a row of green, blue and red. */
  mixColours(
    { below, alpha, left, top }: Below & { readonly alpha: Plane | undefined },
    above: Planes,
    mixed: Planes,
    row: number,
  ): void {
    const { kernels, count, rows, width } = this;
    const floats = 4 * count;
    const load = ({ data, stride }: Plane, line: number, column: number, to: number): void => {
      const start = line * stride + column;
      kernels.bytes.set(data.subarray(start, start + width), rows);
      kernels.loadShares(rows, to, count);
    };
    for (const [index, channel] of RGB.entries()) {
      load(below[channel], row + top, left, this.below + index * floats);
      load(above[channel], row, 0, this.above + index * floats);
    }
    if (alpha) load(alpha, row + top, left, this.alpha);
    kernels.mixRow(this.below, this.above, floats, alpha ? this.alpha : 0, count, this.mode);
    for (const [index, channel] of RGB.entries()) {
      kernels.storeShares(this.above + index * floats, rows, count);
      mixed[channel].data.set(kernels.bytes.subarray(rows, rows + width), row * width);
    }
  }

  /** Mixes two rows of Y with their row of U and V. */
  mixVideo({ below, left, top }: Below, above: Planes, mixed: Planes, row: number): void {
    const { kernels, count, rows, width } = this;
    const floats = 4 * count;
    this.loadVideo(below, row + top, left, this.below);
    this.loadVideo(above, row, 0, this.above);
    for (const line of [0, 3 * floats])
      kernels.mixRow(this.below + line, this.above + line, floats, 0, count, this.mode);
    const [u, v] = [rows + 2 * count, rows + 3 * count];
    kernels.storeVideo(this.above, 3 * floats, floats, rows, count, u, v, count, this.factors + 20);
    const { bytes } = kernels;
    mixed.y.data.set(bytes.subarray(rows, rows + width), row * width);
    mixed.y.data.set(bytes.subarray(rows + count, rows + count + width), (row + 1) * width);
    mixed.u.data.set(bytes.subarray(u, u + width / 2), (row * width) / 4);
    mixed.v.data.set(bytes.subarray(v, v + width / 2), (row * width) / 4);
  }

  /** Loads the colours of two rows. @param to address of the upper one. */
  private loadVideo(planes: Planes, row: number, column: number, to: number): void {
    const { kernels, count, rows, width } = this;
    const copy = ({ data, stride }: Plane, line: number, from: number, length: number, at: number): void => {
      const start = line * stride + from;
      kernels.bytes.set(data.subarray(start, start + length), at);
    };
    const [u, v] = [rows + 2 * count, rows + 3 * count];
    copy(planes.u, row / 2, column / 2, width / 2, u);
    copy(planes.v, row / 2, column / 2, width / 2, v);
    for (const line of [0, 1]) {
      // The padding beyond an odd output repeats its last row and column.
      const shown = Math.min(width, planes.width - column);
      copy(planes.y, Math.min(row + line, planes.height - 1), column, shown, rows);
      kernels.bytes.fill(kernels.bytes[rows + shown - 1] ?? 0, rows + shown, rows + width);
      kernels.loadVideo(rows, u, v, to + 12 * count * line, 4 * count, count, this.factors);
    }
  }
}

/** The planes of red, green and blue in full colour. */
const RGB = ['v', 'y', 'u'] as const;
