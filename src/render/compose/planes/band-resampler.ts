import type { PixelSize } from '../../scene/placement.ts';
import type { Filter } from './filters.ts';
import { type Kernels, KERNEL_STEP, roundUpToStep } from './kernels.ts';
import type { RgbaBand } from './plane-writer.ts';
import { createScalingLine, MAX_TAPS, type SampleLine, tapCountOf, writeTaps } from './taps.ts';

/**
 * Pixels in kernel memory, as samples minus 128. Kernels may read up to {@link READ_MARGIN} bytes beyond the
 * pixels, and {@link MIN_ROWS} rows even if there are fewer, so the memory must not end earlier.
 */
export interface BandPixels extends RgbaBand, PixelSize {}

/** Bytes that may be read beyond the last pixel. */
export const READ_MARGIN = KERNEL_STEP + MAX_TAPS;
/** Number of rows that may be read, even if there are fewer. */
export const MIN_ROWS = MAX_TAPS;

/**
 * Rows that are drawn and converted at a time. The number is even, because two rows share one row of chroma. It
 * is small, so that the rows stay in a fast cache.
 */
export const TILE_ROWS = 16;
/** Bytes per column and per row in the tables of the kernel. */
const ENTRY_BYTES = 4 + 2 * MAX_TAPS;
/** Bytes that the kernel needs for each column of the source and of the result, and 128 more. */
const COLUMN_BYTES = 64;

/** The form of the drawn samples. */
export interface SampleForm {
  /** True for samples minus 128, to be resampled once more. */
  readonly isSigned: boolean;
  /** The range of the samples. */
  readonly least: number;
  readonly most: number;
}

/** Samples to be resampled once more. */
const SIGNED: SampleForm = { isSigned: true, least: 0, most: 255 };
/** Samples of red, green, blue and alpha. */
export const FULL_RANGE: SampleForm = { isSigned: false, least: 0, most: 255 };
/** Samples of Y, and of U and V, in limited range. */
export const LUMA_RANGE: SampleForm = { isSigned: false, least: 16, most: 235 };
export const CHROMA_RANGE: SampleForm = { isSigned: false, least: 16, most: 240 };

/** Scales pixels with subpixel precision, in any order of rows. */
export class BandResampler {
  private readonly kernels: Kernels;
  private readonly columnsOffset: number;
  private readonly rowsOffset: number;
  private readonly workOffset: number;
  private planes = 0;
  private columnCount = 0;
  private columnTaps = 0;
  private rowTaps = 0;
  private rowCount = 0;
  private firstColumn = 0;
  private sourceColumns = 0;

  /**
   * Returns the number of bytes of kernel memory that a resampler needs.
   *
   * @param from, to the largest width of sources, and the largest size of results, in pixels.
   */
  static byteLength(from: number, to: PixelSize): number {
    const columns = roundUpToStep(to.width);
    return (
      roundUpToStep((columns + to.height) * ENTRY_BYTES) +
      COLUMN_BYTES * (roundUpToStep(from + MAX_TAPS) + columns) +
      128
    );
  }

  /**
   * @param kernels the kernels whose memory to use.
   * @param offset start of {@link BandResampler.byteLength} free bytes in that memory.
   * @param largest the largest size to draw, in pixels.
   */
  constructor(kernels: Kernels, offset: number, largest: PixelSize) {
    const columns = roundUpToStep(largest.width);
    this.kernels = kernels;
    this.columnsOffset = offset;
    this.rowsOffset = offset + columns * ENTRY_BYTES;
    this.workOffset = offset + roundUpToStep((columns + largest.height) * ENTRY_BYTES);
  }

  /**
   * Begins a picture.
   *
   * @param across, down the mappings of columns and of rows to those of the source.
   * @param size size of the picture in pixels.
   * @param planes number of planes. If there are four, they are premultiplied colours and alpha.
   */
  start(across: SampleLine, down: SampleLine, { width, height }: PixelSize, planes: number): void {
    this.planes = planes;
    this.columnCount = roundUpToStep(width);
    this.columnTaps = tapCountOf(across);
    this.rowTaps = tapCountOf(down);
    this.rowCount = height;
    const columns = this.tablesAt(this.columnsOffset, this.columnCount, this.columnTaps);
    const { first, end } = writeTaps(across, columns);
    this.firstColumn = first;
    this.sourceColumns = roundUpToStep(end - first);
    for (let column = 0; column < this.columnCount; column++)
      columns.starts[column] = (columns.starts[column] as number) - first; // The index is inside the list.
    writeTaps(down, this.tablesAt(this.rowsOffset, height, this.rowTaps));
  }

  /**
   * Draws rows.
   *
   * @param from the source.
   * @param to the band to draw into.
   * @param row index of the first row.
   * @param rows number of rows.
   * @param form the form of the drawn samples.
   */
  draw(from: BandPixels, to: RgbaBand, row: number, rows: number, form: SampleForm): void {
    const { kernels, rowsOffset, rowTaps } = this;
    for (let done = 0; done < rows; done += TILE_ROWS) {
      const first = row + done;
      kernels.resample(
        to.red + done * to.stride,
        to.plane,
        to.stride,
        from.red + this.firstColumn,
        from.plane,
        from.stride,
        this.planes,
        this.sourceColumns,
        this.columnsOffset,
        this.columnCount,
        this.columnTaps,
        rowsOffset + 4 * first,
        rowsOffset + 4 * this.rowCount + 2 * rowTaps * first,
        Math.min(TILE_ROWS, rows - done),
        rowTaps,
        form.isSigned ? 0 : 0x80808080,
        0x01010101 * ((form.least - 128) & 255),
        0x01010101 * ((form.most - 128) & 255),
        this.workOffset,
      );
    }
  }

  /** Scales pixels to the size of others. @param planes number of planes, as in {@link start}. */
  scale(from: BandPixels, to: BandPixels, planes: number, filter: Filter): void {
    const across = createScalingLine(from.width, to.width, filter);
    this.start(across, createScalingLine(from.height, to.height, filter), to, planes);
    this.draw(from, to, 0, to.height, SIGNED);
  }

  /**
   * Filters pixels in place, without scaling them.
   *
   * @param planes number of planes, as in {@link start}.
   * @param filters the filters of rows (across) and of columns (down).
   * @param bands memory for two bands of {@link TILE_ROWS} rows of the pixels.
   */
  filter(
    pixels: BandPixels,
    planes: number,
    { across, down }: { readonly [axis in 'across' | 'down']: Filter },
    bands: readonly [RgbaBand, RgbaBand],
  ): void {
    const { width, height } = pixels;
    const columns = createScalingLine(width, width, across);
    this.start(columns, createScalingLine(height, height, down), pixels, planes);
    // A row is read by the next band, too, so each band is copied back after the next one was drawn.
    let [next, drawn] = bands;
    for (let row = 0; row < height + TILE_ROWS; row += TILE_ROWS) {
      if (row < height) this.draw(pixels, next, row, Math.min(TILE_ROWS, height - row), SIGNED);
      if (row > 0) this.copyBand(drawn, pixels, row - TILE_ROWS);
      [next, drawn] = [drawn, next];
    }
  }

  /** Copies a band to pixels. @param row index of its first row. */
  private copyBand(band: RgbaBand, { red, plane, stride, width, height }: BandPixels, row: number): void {
    for (let line = 0; line < Math.min(TILE_ROWS, height - row); line++) {
      for (let channel = 0; channel < this.planes; channel++) {
        const from = band.red + line * band.stride + channel * band.plane;
        this.kernels.bytes.copyWithin(red + (row + line) * stride + channel * plane, from, from + width);
      }
    }
  }

  private tablesAt(offset: number, count: number, taps: number) {
    const { buffer } = this.kernels.bytes;
    return {
      starts: new Int32Array(buffer, offset, count),
      weights: new Int16Array(buffer, offset + 4 * count, count * taps),
    };
  }
}
