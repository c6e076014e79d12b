import type { PixelSize } from '../../scene/placement.ts';
import { type Kernels, createKernels, KERNEL_STEP, roundUpToStep } from '../planes/kernels.ts';
import type { AlphaPlanes } from '../planes/paint.ts';
import { type RgbaBand, createBand, bandByteLength, PlaneWriter } from '../planes/plane-writer.ts';
import type { RgbaPixels } from '../planes/raster.ts';
import { type BandPixels, BandResampler } from '../planes/band-resampler.ts';
import type { SampleLine } from '../planes/taps.ts';

/** So many rows are drawn and converted at once: they stay in a near cache. Even. */
const BAND_ROWS = 16;

/** The pixels that are drawn, from what, and how much of them is seen. */
export interface AxisAlignedArea extends PixelSize {
  /** How often the bitmap is halved first. */
  readonly level: number;
  /** How the pixels of the halved bitmap lie under these. */
  readonly across: SampleLine;
  readonly down: SampleLine;
  /** Parts of 255 for each column and for each row. */
  readonly columnShares: Uint8Array;
  readonly rowShares: Uint8Array;
}

/**
 * Draws an opaque bitmap that is only scaled and moved, into planes that are valid until the next drawing. It is kept as planes of red, green
 * and blue: what is drawn from these is what Skia draws, in a fraction of the time.
 */
export class AxisAlignedBitmap {
  private readonly kernels: Kernels;
  /** The bitmap, and its halved copies. */
  private readonly levels: readonly BandPixels[];
  private readonly resampler: BandResampler;
  private readonly band: RgbaBand;
  /** Where the shares of columns and rows lie, and a row of pixels. */
  private readonly sharesOffset: number;
  private readonly rowOffset: number;
  private readonly writer: PlaneWriter;
  /** So many levels are made. */
  private builtLevels = 0;

  /**
   * @param size of the bitmaps in pixels. @param output size in pixels, even.
   * @param levels how many sizes of a bitmap there may be, 1 or more.
   */
  constructor(size: PixelSize, output: PixelSize, levels: number) {
    let end = 0;
    const allocate = (bytes: number): number => {
      const start = end;
      end += roundUpToStep(bytes);
      return start;
    };
    const largest = {
      width: Math.max(output.width, lengthAtLevel(1, size.width)),
      height: Math.max(output.height, lengthAtLevel(1, size.height)),
    };
    const band = { width: output.width, height: BAND_ROWS };
    this.sharesOffset = allocate(roundUpToStep(output.width) + output.height);
    this.rowOffset = allocate(4 * roundUpToStep(size.width));
    this.band = createBand(allocate(bandByteLength(band)), band);
    const resamplerOffset = allocate(BandResampler.byteLength(largest));
    const planesOffset = allocate(PlaneWriter.byteLength(output));
    this.levels = allocateLevels(size, levels, allocate);
    // Sources are read up to so many bytes beyond.
    this.kernels = createKernels(end + KERNEL_STEP);
    this.resampler = new BandResampler(this.kernels, resamplerOffset, largest);
    this.writer = new PlaneWriter(this.kernels, planesOffset);
  }

  /** Takes a bitmap. @param pixels opaque; where they are fewer than the bitmap has, it has a border on all sides that repeats the outermost ones. */
  load(pixels: RgbaPixels): void {
    const { kernels, rowOffset } = this;
    const { red, plane, stride, width, height } = this.levelAt(0);
    const [left, top] = [(width - pixels.width) / 2, (height - pixels.height) / 2];
    for (let line = 0; line < height; line++) {
      this.putRow(pixels, Math.min(pixels.height - 1, Math.max(0, line - top)), left);
      kernels.split(rowOffset, red + line * stride, plane, roundUpToStep(width));
    }
    this.builtLevels = 1;
  }

  /** Draws the bitmap that was taken. */
  draw(area: AxisAlignedArea): AlphaPlanes {
    const { resampler, writer, sharesOffset } = this;
    const { bytes } = this.kernels;
    const isOpaque = area.columnShares.every(isFullShare) && area.rowShares.every(isFullShare);
    this.buildLevels(area.level);
    resampler.start(area.across, area.down, area);
    bytes.set(area.columnShares, sharesOffset);
    bytes.set(area.rowShares, sharesOffset + roundUpToStep(area.width));
    for (let row = 0; row < area.height; row += BAND_ROWS) this.drawRows(area, row, isOpaque);
    return writer.getPlanes(area, !isOpaque);
  }

  /** Puts a row of pixels where {@link rowOffset} is, with so many more at both of its ends. */
  private putRow({ data, width }: RgbaPixels, line: number, border: number): void {
    const { bytes } = this.kernels;
    const start = this.rowOffset + 4 * border;
    const end = start + 4 * width;
    bytes.set(data.subarray(4 * line * width, 4 * (line + 1) * width), start);
    for (let pixel = 0; pixel < border; pixel++) {
      bytes.copyWithin(this.rowOffset + 4 * pixel, start, start + 4);
      bytes.copyWithin(end + 4 * pixel, end - 4, end);
    }
  }

  /** @param isOpaque whether nothing shines through. */
  private drawRows(area: AxisAlignedArea, row: number, isOpaque: boolean): void {
    const { band, sharesOffset } = this;
    const rows = Math.min(BAND_ROWS, area.height - row);
    this.resampler.draw(this.levelAt(area.level), band, row, rows);
    if (!isOpaque) {
      const columns = roundUpToStep(area.width);
      this.kernels.shade(
        band.red,
        band.plane,
        band.stride,
        columns,
        rows,
        sharesOffset,
        sharesOffset + columns + row,
      );
    }
    this.writer.write(band, area, row, rows, !isOpaque);
  }

  private levelAt(level: number): BandPixels {
    const pixels = this.levels[level];
    if (!pixels) throw new RangeError(`A bitmap has ${this.levels.length} sizes, and no size ${level}.`);
    return pixels;
  }

  private buildLevels(level: number): void {
    for (; this.builtLevels <= level; this.builtLevels++) {
      const [from, to] = [this.levelAt(this.builtLevels - 1), this.levelAt(this.builtLevels)];
      this.resampler.start(
        createScalingLine(from.width, to.width),
        createScalingLine(from.height, to.height),
        to,
      );
      this.resampler.draw(from, to, 0, to.height);
    }
  }
}

/** Places for a bitmap and its halved copies. @param allocate gives room for so many bytes. */
function allocateLevels(
  { width, height }: PixelSize,
  levels: number,
  allocate: (bytes: number) => number,
): BandPixels[] {
  return Array.from({ length: levels }, (_, level) => {
    const size = { width: lengthAtLevel(level, width), height: lengthAtLevel(level, height) };
    return { ...size, ...createBand(allocate(bandByteLength(size)), size) };
  });
}

/** A length that was halved so often. A half that is left counts as a whole. */
export function lengthAtLevel(level: number, length: number): number {
  return Math.ceil(length / 2 ** level);
}

/** All of a line in fewer samples. */
function createScalingLine(length: number, count: number): SampleLine {
  const step = length / count;
  return { start: step / 2 - 0.5, step, length, count, isStraight: false };
}

function isFullShare(share: number): boolean {
  return share === 255;
}
