import type { Size } from '../scene/placement.ts';
import type { Kernels } from './kernels.ts';
import { type Band, STEP, stepped } from './plane-writer.ts';
import { COLUMN_BYTES, type Line, putColumns, putRows, ROW_BYTES } from './taps.ts';

/** Opaque pixels in the memory of kernels, which may be read up to {@link STEP} bytes beyond. */
export interface Pixels extends Band, Size {}

/** Draws opaque pixels in another size, at fractions of a pixel, from the upper rows to the lower ones. */
export class Resampling {
  private readonly kernels: Kernels;
  private readonly columns: number;
  private readonly rows: number;
  private readonly ring: number;
  private groups = 0;
  private upsideDown = false;

  /** Bytes that drawing pictures of at most so many pixels takes. */
  static bytes({ width, height }: Size): number {
    const groups = stepped(width) / 4;
    return groups * COLUMN_BYTES + height * ROW_BYTES + ringBytes(groups);
  }

  /** @param at where there is room for it. @param largest the largest size in pixels that is drawn. */
  constructor(kernels: Kernels, at: number, largest: Size) {
    this.kernels = kernels;
    this.columns = at;
    this.rows = at + (stepped(largest.width) / 4) * COLUMN_BYTES;
    this.ring = this.rows + largest.height * ROW_BYTES;
  }

  /** Begins a picture. @param size in pixels. */
  begin(across: Line, down: Line, { width, height }: Size): void {
    const { bytes } = this.kernels;
    this.groups = stepped(width) / 4;
    this.upsideDown = down.step < 0;
    putColumns(across, this.groups, bytes.subarray(this.columns));
    putRows(this.upsideDown ? turned(down) : down, height, bytes.subarray(this.rows));
    bytes.fill(0, this.ring, this.ring + 4);
  }

  /** Draws the rows after those that were drawn. @param row the first one. */
  draw(from: Pixels, to: Band, row: number, rows: number): void {
    const { kernels, groups, upsideDown } = this;
    const first = upsideDown ? (from.height - 1) * from.stride : 0;
    kernels.resample(
      to.red,
      to.plane,
      to.stride,
      from.red + first,
      from.plane,
      upsideDown ? -from.stride : from.stride,
      this.columns,
      groups,
      this.rows + row * ROW_BYTES,
      rows,
      this.ring,
    );
  }
}

/** A line that runs forwards over what is turned upside down. */
function turned(line: Line): Line {
  return { ...line, start: line.length - 1 - line.start, step: -line.step };
}

/** What `resample` keeps. */
function ringBytes(groups: number): number {
  return STEP + 96 * groups;
}
