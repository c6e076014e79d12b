import type { Plane, Planes } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { createKernels, type Kernels, roundUpToStep } from './kernels.ts';
import type { AlphaPlanes } from './paint.ts';

/** Kernels with memory for one row of pixels and its planes. */
interface RowMemory {
  readonly kernels: Kernels;
  /** Number of pixels, a multiple of the kernels' step. */
  readonly columns: number;
}

let rowMemory: RowMemory | undefined;

/** Straight RGBA, rows without padding. */
type Pixels = PixelSize & { readonly data: Uint8Array | Uint8ClampedArray };

/**
 * Splits pixels into planes in full colour, without changing a sample.
 *
 * @returns planes of the size of the pixels, without alpha if all pixels are opaque.
 */
export function splitColours({ data, width, height }: Pixels): AlphaPlanes {
  const createPlane = (): Plane => ({ data: new Uint8Array(width * height), stride: width });
  const [red, green, blue, alpha] = [createPlane(), createPlane(), createPlane(), createPlane()];
  const { kernels, columns } = memoryFor(width);
  const { bytes } = kernels;
  const planesOffset = 4 * columns;
  let isOpaque = true;
  for (let row = 0, at = 0; row < height; row++, at += width) {
    bytes.set(data.subarray(4 * at, 4 * (at + width)), 0);
    // Columns beyond the row are filled as opaque, so that only the row decides whether it is opaque.
    bytes.fill(255, 4 * width, planesOffset);
    if (kernels.split(0, planesOffset, columns, columns) !== 1) isOpaque = false;
    for (const [index, plane] of [red, green, blue, alpha].entries()) {
      const from = planesOffset + index * columns;
      plane.data.set(bytes.subarray(from, from + width), at);
    }
  }
  return createColourPlanes({ width, height }, [green, blue, red], isOpaque ? undefined : alpha);
}

/** Returns planes in full colour. @param alpha the alpha of every pixel; undefined if all are opaque. */
export function createColourPlanes(
  { width, height }: PixelSize,
  [green, blue, red]: readonly [green: Plane, blue: Plane, red: Plane],
  alpha: Plane | undefined,
): AlphaPlanes {
  return {
    width,
    height,
    y: green,
    u: blue,
    v: red,
    ...(alpha && { alpha, chromaAlpha: alpha }),
    fullColour: true,
  };
}

/**
 * Divides premultiplied samples by their alpha, in place. Samples of opaque and of transparent pixels do not
 * change.
 *
 * @param alpha the alpha of each pixel.
 * @param colours rows of as many samples.
 */
export function divideByAlpha(alpha: Uint8Array, colours: readonly Uint8Array[]): void {
  for (let at = 0; at < alpha.length; at++) {
    // The casts are safe because all rows have the same length.
    const share = alpha[at] as number;
    if (share === 255 || share === 0) continue;
    for (const row of colours) row[at] = Math.min(255, (255 * (row[at] as number) + (share >> 1)) / share);
  }
}

/** Divides the colours of an output with premultiplied alpha by that alpha, once everything is painted. */
export function straighten({ y, u, v, alpha, width, height }: Planes): void {
  if (!alpha) return;
  for (let row = 0; row < height; row++) {
    const rowOf = ({ data, stride }: Plane): Uint8Array => data.subarray(row * stride, row * stride + width);
    divideByAlpha(rowOf(alpha), [rowOf(y), rowOf(u), rowOf(v)]);
  }
}

function memoryFor(width: number): RowMemory {
  const columns = roundUpToStep(width);
  if (rowMemory?.columns !== columns) rowMemory = { kernels: createKernels(8 * columns), columns };
  return rowMemory;
}
