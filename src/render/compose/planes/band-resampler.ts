import type { PixelSize } from '../../scene/placement.ts';
import { type Kernels, KERNEL_STEP, roundUpToStep } from './kernels.ts';
import type { RgbaBand } from './plane-writer.ts';
import { COLUMN_BYTES, type SampleLine, writeColumnTaps, writeRowTaps, ROW_BYTES } from './taps.ts';

/** Opaque pixels in the memory of kernels, which may be read up to {@link KERNEL_STEP} bytes beyond. */
export interface BandPixels extends RgbaBand, PixelSize {}

/** Draws opaque pixels in another size, at fractions of a pixel, from the upper rows to the lower ones. */
export class BandResampler {
  private readonly kernels: Kernels;
  private readonly columnsOffset: number;
  private readonly rowsOffset: number;
  private readonly ringOffset: number;
  private columnGroups = 0;
  private isUpsideDown = false;

  /** Bytes that drawing pictures of at most so many pixels takes. */
  static byteLength({ width, height }: PixelSize): number {
    const groups = roundUpToStep(width) / 4;
    return groups * COLUMN_BYTES + height * ROW_BYTES + ringByteLength(groups);
  }

  /** @param offset where there is room for it. @param largest the largest size in pixels that is drawn. */
  constructor(kernels: Kernels, offset: number, largest: PixelSize) {
    this.kernels = kernels;
    this.columnsOffset = offset;
    this.rowsOffset = offset + (roundUpToStep(largest.width) / 4) * COLUMN_BYTES;
    this.ringOffset = this.rowsOffset + largest.height * ROW_BYTES;
  }

  /** Begins a picture. @param size in pixels. */
  start(across: SampleLine, down: SampleLine, { width, height }: PixelSize): void {
    const { bytes } = this.kernels;
    this.columnGroups = roundUpToStep(width) / 4;
    this.isUpsideDown = down.step < 0;
    writeColumnTaps(across, this.columnGroups, bytes.subarray(this.columnsOffset));
    writeRowTaps(this.isUpsideDown ? flipLine(down) : down, height, bytes.subarray(this.rowsOffset));
    bytes.fill(0, this.ringOffset, this.ringOffset + 4);
  }

  /** Draws the rows after those that were drawn. @param row the first one. */
  draw(from: BandPixels, to: RgbaBand, row: number, rows: number): void {
    const { kernels, columnGroups, isUpsideDown } = this;
    const firstRow = isUpsideDown ? (from.height - 1) * from.stride : 0;
    kernels.resample(
      to.red,
      to.plane,
      to.stride,
      from.red + firstRow,
      from.plane,
      isUpsideDown ? -from.stride : from.stride,
      this.columnsOffset,
      columnGroups,
      this.rowsOffset + row * ROW_BYTES,
      rows,
      this.ringOffset,
    );
  }
}

/** A line that runs forwards over what is turned upside down. */
function flipLine(line: SampleLine): SampleLine {
  return { ...line, start: line.length - 1 - line.start, step: -line.step };
}

/** What `resample` keeps. */
function ringByteLength(groups: number): number {
  return KERNEL_STEP + 96 * groups;
}
