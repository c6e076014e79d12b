import type { Plane } from '../../av/video/video-frame.ts';
import { createKernels, type Kernels, roundUpToStep } from './kernels.ts';

/** A rectangle to paint in one plane. All numbers are in samples of that plane. */
export interface PlaneRegion {
  /** The plane of the output. */
  readonly to: Plane;
  /** The plane of the picture. */
  readonly from: Plane;
  /** The alpha of the picture, in the size of `from`; opaque if undefined. */
  readonly alpha: Plane | undefined;
  /** Top left corner of the rectangle: `to` in the plane of the output, `from` in that of the picture. */
  readonly toX: number;
  readonly toY: number;
  readonly fromX: number;
  readonly fromY: number;
  readonly width: number;
  readonly height: number;
}

/** Bytes of each plane to blend per pass. Sized to stay in the L1 cache. */
const BUFFER_BYTES = 2 ** 14;
const [UNDER_OFFSET, OVER_OFFSET, ALPHA_OFFSET] = [0, BUFFER_BYTES, 2 * BUFFER_BYTES];

let kernels: Kernels | undefined;

/** Copies a region of a picture to the output. */
export function copyRegion({ to, from, toX, toY, fromX, fromY, width, height }: PlaneRegion): void {
  if (width === to.stride && width === from.stride) {
    const start = fromY * width;
    to.data.set(from.data.subarray(start, start + width * height), toY * width);
    return;
  }
  for (let row = 0; row < height; row++) {
    const start = (fromY + row) * from.stride + fromX;
    to.data.set(from.data.subarray(start, start + width), (toY + row) * to.stride + toX);
  }
}

/**
 * Blends a region of a picture with the output by its alpha and an opacity.
 *
 * @param region the region.
 * @param opacity 0 to 256.
 */
export function blendRegion(region: PlaneRegion, opacity: number): void {
  const { to, from, alpha, width, height } = region;
  const { bytes, ...kernel } = (kernels ??= createKernels(3 * BUFFER_BYTES));
  const paddedWidth = roundUpToStep(width);
  const rows = Math.max(1, Math.floor(BUFFER_BYTES / paddedWidth));
  // A row that is longer than the buffer is blended in pieces.
  const maxColumns = Math.min(width, BUFFER_BYTES);
  for (let column = 0; column < width; column += maxColumns) {
    const columns = Math.min(maxColumns, width - column);
    const stride = Math.min(paddedWidth, BUFFER_BYTES);
    for (let row = 0; row < height; row += rows) {
      const block = { columns, rows: Math.min(rows, height - row), stride };
      const toOffset = (region.toY + row) * to.stride + region.toX + column;
      const fromRow = region.fromY + row;
      const fromColumn = region.fromX + column;
      loadRows(bytes, UNDER_OFFSET, to, toOffset, block);
      loadRows(bytes, OVER_OFFSET, from, fromRow * from.stride + fromColumn, block);
      const count = block.rows * stride;
      if (alpha) loadRows(bytes, ALPHA_OFFSET, alpha, fromRow * alpha.stride + fromColumn, block);
      if (!alpha) kernel.mix(UNDER_OFFSET, OVER_OFFSET, count, opacity);
      else if (opacity === 256) kernel.cover(UNDER_OFFSET, OVER_OFFSET, ALPHA_OFFSET, count);
      else kernel.coverShared(UNDER_OFFSET, OVER_OFFSET, ALPHA_OFFSET, count, opacity);
      storeRows(bytes, to, toOffset, block);
    }
  }
}

/** The layout of rows of samples in kernel memory. */
interface RowBlock {
  readonly columns: number;
  readonly rows: number;
  readonly stride: number;
}

/** Copies rows of a plane to kernel memory. */
function loadRows(
  bytes: Uint8Array,
  offset: number,
  { data, stride }: Plane,
  start: number,
  { columns, rows, stride: blockStride }: RowBlock,
): void {
  if (columns === stride && columns === blockStride) {
    bytes.set(data.subarray(start, start + columns * rows), offset);
    return;
  }
  for (let row = 0; row < rows; row++) {
    const from = start + row * stride;
    bytes.set(data.subarray(from, from + columns), offset + row * blockStride);
  }
}

/** Copies rows from kernel memory to a plane. */
function storeRows(
  bytes: Uint8Array,
  { data, stride }: Plane,
  start: number,
  { columns, rows, stride: blockStride }: RowBlock,
): void {
  if (columns === stride && columns === blockStride) {
    data.set(bytes.subarray(UNDER_OFFSET, UNDER_OFFSET + columns * rows), start);
    return;
  }
  for (let row = 0; row < rows; row++) {
    data.set(
      bytes.subarray(UNDER_OFFSET + row * blockStride, UNDER_OFFSET + row * blockStride + columns),
      start + row * stride,
    );
  }
}
