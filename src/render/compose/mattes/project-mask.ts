import type { Plane } from '../../av/video/video-frame.ts';
import { invertMatrix, type Matrix } from '../../scene/matrix.ts';
import type { Rect, PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import type { PixelRect } from '../planes/pixel-rect.ts';
import type { LumaMask } from './luma-mask.ts';

/**
 * Maximum number of mask pixels per output pixel. Above this number, a mask is halved first, because
 * interpolation would skip pixels.
 */
const MAX_STEP = 1.5;

/**
 * Projects a mask onto the output. The mask is stretched over the uncropped layer, and moves and turns with
 * the layer. Beyond the mask, its edge pixels repeat.
 *
 * @param mask the mask of the matte.
 * @param layer the layer that the matte hides.
 * @param area the rectangle of output pixels to project onto, in whole numbers.
 * @param into memory for the coverage of each pixel of the area, 0 (hidden) to 255 (visible), in rows without
 *   padding.
 */
export function projectMask(
  mask: LumaMask,
  layer: Pick<Layer, 'matrix' | 'uncropped'>,
  area: PixelRect,
  into: Uint8Array,
): void {
  const inverse = invertMatrix(layer.matrix);
  if (!inverse) return void into.fill(0);
  let level = mask;
  let transform = createMaskTransform(level, inverse, layer.uncropped, area);
  while (stepLength(transform) > MAX_STEP && Math.min(level.width, level.height) > 1) {
    level = halveMask(level);
    transform = createMaskTransform(level, inverse, layer.uncropped, area);
  }
  if (isPixelExact(transform)) copyMask(level, transform.e, transform.f, area, into);
  else interpolateMask(level, transform, area, into);
}

/**
 * Multiplies coverages in place. 255 stands for 1.
 *
 * @param shares the coverages in rows without padding.
 * @param factor the coverages to multiply by.
 * @param size size in pixels.
 */
export function multiplyMask(shares: Uint8Array, factor: Plane, size: PixelSize): void {
  const { data, stride } = factor;
  const { width, height } = size;
  for (let row = 0, at = 0; row < height; row++) {
    let from = row * stride;
    for (const end = at + width; at < end; at++, from++) {
      // The casts are safe because both indexes are inside the masks. The result is the product divided by
      // 255 and rounded to the nearest.
      const product = (shares[at] as number) * (data[from] as number) + 128;
      shares[at] = (product + (product >> 8)) >> 8;
    }
  }
}

/**
 * Returns the transform from pixels of an area to positions in a mask. In both, 0, 0 is the centre of the
 * first pixel.
 */
function createMaskTransform(
  { width, height }: LumaMask,
  inverse: Matrix,
  extent: Rect,
  area: PixelRect,
): Matrix {
  const [scaleX, scaleY] = [width / extent.width, height / extent.height];
  const [x, y] = [area.x + 0.5, area.y + 0.5];
  return {
    a: inverse.a * scaleX,
    b: inverse.b * scaleY,
    c: inverse.c * scaleX,
    d: inverse.d * scaleY,
    e: (inverse.a * x + inverse.c * y + inverse.e - extent.x) * scaleX - 0.5,
    f: (inverse.b * x + inverse.d * y + inverse.f - extent.y) * scaleY - 0.5,
  };
}

/**
 * Returns the distance between neighbouring output pixels, in mask pixels: the horizontal or the vertical
 * distance, whichever is larger.
 */
function stepLength({ a, b, c, d }: Matrix): number {
  return Math.max(Math.hypot(a, b), Math.hypot(c, d));
}

function isPixelExact({ a, b, c, d, e, f }: Matrix): boolean {
  return a === 1 && b === 0 && c === 0 && d === 1 && Number.isInteger(e) && Number.isInteger(f);
}

/** Halves a mask by averaging blocks of 2x2 pixels. */
function halveMask(mask: LumaMask): LumaMask {
  const [width, height] = [Math.ceil(mask.width / 2), Math.ceil(mask.height / 2)];
  const data = new Uint8Array(width * height);
  for (let row = 0; row < height; row++) {
    const upper = 2 * row * mask.width;
    const lower = Math.min(2 * row + 1, mask.height - 1) * mask.width;
    for (let column = 0; column < width; column++) {
      const left = 2 * column;
      const right = Math.min(left + 1, mask.width - 1);
      // The casts are safe because all four indexes are inside the mask.
      const sum =
        (mask.data[upper + left] as number) +
        (mask.data[upper + right] as number) +
        (mask.data[lower + left] as number) +
        (mask.data[lower + right] as number);
      data[row * width + column] = (sum + 2) >> 2;
    }
  }
  return { ...mask, data, width, height };
}

/** Copies a mask whose pixels fall exactly on those of the area. */
function copyMask(mask: LumaMask, left: number, top: number, area: PixelRect, into: Uint8Array): void {
  const { data, width, height } = mask;
  const before = clamp(-left, area.width);
  const after = clamp(width - left, area.width);
  for (let row = 0; row < area.height; row++) {
    const from = clamp(row + top, height - 1) * width;
    const to = row * area.width;
    // The casts are safe because the indexes are inside the mask.
    into.fill(data[from] as number, to, to + before);
    into.set(data.subarray(from + left + before, from + left + Math.max(before, after)), to + before);
    into.fill(data[from + width - 1] as number, to + Math.max(before, after), to + area.width);
  }
}

/** Interpolates a mask linearly between the four pixels around each position. */
function interpolateMask(
  { data, width, height }: LumaMask,
  transform: Matrix,
  area: PixelRect,
  into: Uint8Array,
): void {
  const [right, bottom] = [width - 1, height - 1];
  for (let row = 0, at = 0; row < area.height; row++) {
    let u = transform.c * row + transform.e;
    let v = transform.d * row + transform.f;
    for (const end = at + area.width; at < end; at++, u += transform.a, v += transform.b) {
      const x = u < 0 ? 0 : u > right ? right : u;
      const y = v < 0 ? 0 : v > bottom ? bottom : v;
      const [column, fromRow] = [x | 0, y | 0];
      const upper = fromRow * width + column;
      const lower = fromRow < bottom ? upper + width : upper;
      const next = column < right ? 1 : 0;
      // The casts are safe because all four indexes are inside the mask.
      const above = interpolate(data[upper] as number, data[upper + next] as number, x - column);
      const below = interpolate(data[lower] as number, data[lower + next] as number, x - column);
      // The 0.5 rounds to the nearest.
      into[at] = interpolate(above, below, y - fromRow) + 0.5;
    }
  }
}

function interpolate(one: number, other: number, weight: number): number {
  return one + (other - one) * weight;
}

function clamp(value: number, max: number): number {
  return Math.min(max, Math.max(0, value));
}
