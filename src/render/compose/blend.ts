import type { Plane } from '../av/picture.ts';
import { type Kernels, kernelsWith } from './kernels.ts';

/** One plane of one painting, all numbers in samples of that plane. */
export interface Strip {
  readonly to: Plane;
  readonly from: Plane;
  readonly alpha: Plane | undefined;
  /** Where the painted rectangle begins in the output's plane and in the painting's. */
  readonly toX: number;
  readonly toY: number;
  readonly fromX: number;
  readonly fromY: number;
  readonly width: number;
  readonly height: number;
}

/** So many bytes of each plane are blended at once: they stay in the nearest cache. */
const ROOM = 2 ** 14;
const [UNDER, OVER, ALPHA] = [0, ROOM, 2 * ROOM];
/** Kernels work on so many samples at a time. */
const STEP = 16;

let kernels: Kernels | undefined;

/** Copies a strip over the output. */
export function copy({ to, from, toX, toY, fromX, fromY, width, height }: Strip): void {
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

/** Blends a strip with the output by its alpha and an opacity. @param share the opacity, 0 to 256. */
export function blend(strip: Strip, share: number): void {
  const { to, from, alpha, width, height } = strip;
  const { bytes, ...run } = (kernels ??= kernelsWith(3 * ROOM));
  const line = Math.ceil(width / STEP) * STEP;
  const rows = Math.max(1, Math.floor(ROOM / line));
  // A row that is longer than the room is blended in pieces.
  const piece = Math.min(width, ROOM);
  for (let column = 0; column < width; column += piece) {
    const columns = Math.min(piece, width - column);
    const stride = Math.min(line, ROOM);
    for (let row = 0; row < height; row += rows) {
      const part = { columns, rows: Math.min(rows, height - row), stride };
      const toAt = (strip.toY + row) * to.stride + strip.toX + column;
      const fromRow = strip.fromY + row;
      const fromColumn = strip.fromX + column;
      bring(bytes, UNDER, to, toAt, part);
      bring(bytes, OVER, from, fromRow * from.stride + fromColumn, part);
      const count = part.rows * stride;
      if (alpha) bring(bytes, ALPHA, alpha, fromRow * alpha.stride + fromColumn, part);
      if (!alpha) run.mix(UNDER, OVER, count, share);
      else if (share === 256) run.cover(UNDER, OVER, ALPHA, count);
      else run.coverShared(UNDER, OVER, ALPHA, count, share);
      take(bytes, to, toAt, part);
    }
  }
}

/** Rows of samples in the memory of the kernels. */
interface Part {
  readonly columns: number;
  readonly rows: number;
  readonly stride: number;
}

/** Copies rows of a plane into the memory of the kernels. */
function bring(
  bytes: Uint8Array,
  at: number,
  { data, stride }: Plane,
  start: number,
  { columns, rows, stride: line }: Part,
): void {
  if (columns === stride && columns === line) {
    bytes.set(data.subarray(start, start + columns * rows), at);
    return;
  }
  for (let row = 0; row < rows; row++) {
    const from = start + row * stride;
    bytes.set(data.subarray(from, from + columns), at + row * line);
  }
}

/** Copies rows out of the memory of the kernels. */
function take(
  bytes: Uint8Array,
  { data, stride }: Plane,
  start: number,
  { columns, rows, stride: line }: Part,
): void {
  if (columns === stride && columns === line) {
    data.set(bytes.subarray(UNDER, UNDER + columns * rows), start);
    return;
  }
  for (let row = 0; row < rows; row++) {
    data.set(bytes.subarray(UNDER + row * line, UNDER + row * line + columns), start + row * stride);
  }
}
