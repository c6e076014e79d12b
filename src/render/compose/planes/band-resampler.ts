import type { PixelSize } from '../../scene/placement.ts';
import { type Kernels, KERNEL_STEP, roundUpToStep } from './kernels.ts';
import type { RgbaBand } from './plane-writer.ts';
import { COLUMN_BYTES, type SampleLine, writeColumnTaps, writeRowTaps, ROW_BYTES } from './taps.ts';

/**
 * Opaque pixels in kernel memory. Kernels may read up to {@link KERNEL_STEP} bytes beyond the pixels, so the
 * memory must not end earlier.
 */
export interface BandPixels extends RgbaBand, PixelSize {}

/** Scales opaque pixels with subpixel precision, from the top row to the bottom. */
export class BandResampler {
  private readonly kernels: Kernels;
  private readonly columnsOffset: number;
  private readonly rowsOffset: number;
  private readonly ringOffset: number;
  private columnGroups = 0;
  private isUpsideDown = false;

  /** Returns the number of bytes of kernel memory that a resampler needs for pictures up to this size. */
  static byteLength({ width, height }: PixelSize): number {
    const groups = roundUpToStep(width) / 4;
    return groups * COLUMN_BYTES + height * ROW_BYTES + ringByteLength(groups);
  }

  /**
   * @param kernels the kernels whose memory to use.
   * @param offset start of {@link BandResampler.byteLength} free bytes in that memory.
   * @param largest the largest size to draw, in pixels.
   */
  constructor(kernels: Kernels, offset: number, largest: PixelSize) {
    this.kernels = kernels;
    this.columnsOffset = offset;
    this.rowsOffset = offset + (roundUpToStep(largest.width) / 4) * COLUMN_BYTES;
    this.ringOffset = this.rowsOffset + largest.height * ROW_BYTES;
  }

  /**
   * Begins a picture.
   *
   * @param across, down the mappings of columns and of rows to those of the source.
   * @param size size of the picture in pixels.
   */
  start(across: SampleLine, down: SampleLine, size: PixelSize): void {
    const { width, height } = size;
    const { bytes } = this.kernels;
    this.columnGroups = roundUpToStep(width) / 4;
    this.isUpsideDown = down.step < 0;
    writeColumnTaps(across, this.columnGroups, bytes.subarray(this.columnsOffset));
    writeRowTaps(this.isUpsideDown ? flipLine(down) : down, height, bytes.subarray(this.rowsOffset));
    bytes.fill(0, this.ringOffset, this.ringOffset + 4);
  }

  /**
   * Draws the next rows.
   *
   * @param from the source.
   * @param to the band to draw into.
   * @param row index of the first row. This row must follow the last row drawn before.
   * @param rows number of rows.
   */
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

/** Reverses a mapping that runs backwards, for a source that is read upside down. */
function flipLine(line: SampleLine): SampleLine {
  return { ...line, start: line.length - 1 - line.start, step: -line.step };
}

/** Returns the number of bytes that the kernel `resample` keeps between calls. */
function ringByteLength(groups: number): number {
  return KERNEL_STEP + 96 * groups;
}
