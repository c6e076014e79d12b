import type { Size } from '../scene/placement.ts';
import { type Kernels, kernelsWith } from './kernels.ts';
import type { Painting } from './paint.ts';
import { type Band, bandAt, bandBytes, PlaneWriter, STEP, stepped } from './plane-writer.ts';
import type { Rgba } from './raster.ts';
import { type Pixels, Resampling } from './resampling.ts';
import type { Line } from './taps.ts';

/** So many rows are drawn and converted at once: they stay in a near cache. Even. */
const ROWS = 16;

/** The pixels that are drawn, from what, and how much of them is seen. */
export interface UprightArea extends Size {
  /** How often the sheet is halved first. */
  readonly level: number;
  /** How the pixels of the halved sheet lie under these. */
  readonly across: Line;
  readonly down: Line;
  /** Parts of 255 for each column and for each row. */
  readonly columns: Uint8Array;
  readonly rows: Uint8Array;
}

/**
 * Draws an opaque sheet that is only scaled and moved, into planes that are valid until the next drawing. It is kept as planes of red, green
 * and blue: what is drawn from these is what Skia draws, in a fraction of the time.
 */
export class UprightSheet {
  private readonly kernels: Kernels;
  /** The sheet, and its halved copies. */
  private readonly levels: readonly Pixels[];
  private readonly resampling: Resampling;
  private readonly band: Band;
  /** Where the shares of columns and rows lie, and a row of pixels. */
  private readonly seen: number;
  private readonly row: number;
  private readonly writer: PlaneWriter;
  /** So many levels are made. */
  private made = 0;

  /**
   * @param size of the sheets in pixels. @param output size in pixels, even.
   * @param levels how many sizes of a sheet there may be, 1 or more.
   */
  constructor(size: Size, output: Size, levels: number) {
    let end = 0;
    const take = (bytes: number): number => {
      const start = end;
      end += stepped(bytes);
      return start;
    };
    const largest = {
      width: Math.max(output.width, halvedBy(1, size.width)),
      height: Math.max(output.height, halvedBy(1, size.height)),
    };
    const band = { width: output.width, height: ROWS };
    this.seen = take(stepped(output.width) + output.height);
    this.row = take(4 * stepped(size.width));
    this.band = bandAt(take(bandBytes(band)), band);
    const resampling = take(Resampling.bytes(largest));
    const planes = take(PlaneWriter.bytes(output));
    this.levels = levelsOf(size, levels, take);
    // Sources are read up to so many bytes beyond.
    this.kernels = kernelsWith(end + STEP);
    this.resampling = new Resampling(this.kernels, resampling, largest);
    this.writer = new PlaneWriter(this.kernels, planes);
  }

  /** Takes a sheet. @param pixels opaque; where they are fewer than the sheet has, it has a border on all sides that repeats the outermost ones. */
  load(pixels: Rgba): void {
    const { kernels, row } = this;
    const { red, plane, stride, width, height } = this.levelAt(0);
    const [left, top] = [(width - pixels.width) / 2, (height - pixels.height) / 2];
    for (let line = 0; line < height; line++) {
      this.putRow(pixels, Math.min(pixels.height - 1, Math.max(0, line - top)), left);
      kernels.split(row, red + line * stride, plane, stepped(width));
    }
    this.made = 1;
  }

  /** Draws the sheet that was taken. */
  draw(area: UprightArea): Painting['planes'] {
    const { resampling, writer, seen } = this;
    const { bytes } = this.kernels;
    const isWhole = area.columns.every(isAll) && area.rows.every(isAll);
    this.makeLevel(area.level);
    resampling.begin(area.across, area.down, area);
    bytes.set(area.columns, seen);
    bytes.set(area.rows, seen + stepped(area.width));
    for (let row = 0; row < area.height; row += ROWS) this.drawRows(area, row, isWhole);
    return writer.planes(area, !isWhole);
  }

  /** Puts a row of pixels where {@link row} is, with so many more at both of its ends. */
  private putRow({ data, width }: Rgba, line: number, border: number): void {
    const { bytes } = this.kernels;
    const start = this.row + 4 * border;
    const end = start + 4 * width;
    bytes.set(data.subarray(4 * line * width, 4 * (line + 1) * width), start);
    for (let pixel = 0; pixel < border; pixel++) {
      bytes.copyWithin(this.row + 4 * pixel, start, start + 4);
      bytes.copyWithin(end + 4 * pixel, end - 4, end);
    }
  }

  /** @param isWhole whether nothing shines through. */
  private drawRows(area: UprightArea, row: number, isWhole: boolean): void {
    const { band, seen } = this;
    const rows = Math.min(ROWS, area.height - row);
    this.resampling.draw(this.levelAt(area.level), band, row, rows);
    if (!isWhole) {
      const columns = stepped(area.width);
      this.kernels.shade(band.red, band.plane, band.stride, columns, rows, seen, seen + columns + row);
    }
    this.writer.write(band, area, row, rows, !isWhole);
  }

  private levelAt(level: number): Pixels {
    const found = this.levels[level];
    if (!found) throw new RangeError(`A sheet has ${this.levels.length} sizes, and no size ${level}.`);
    return found;
  }

  private makeLevel(level: number): void {
    for (; this.made <= level; this.made++) {
      const [from, to] = [this.levelAt(this.made - 1), this.levelAt(this.made)];
      this.resampling.begin(lineOver(from.width, to.width), lineOver(from.height, to.height), to);
      this.resampling.draw(from, to, 0, to.height);
    }
  }
}

/** Places for a sheet and its halved copies. @param take gives room for so many bytes. */
function levelsOf({ width, height }: Size, levels: number, take: (bytes: number) => number): Pixels[] {
  return Array.from({ length: levels }, (_, level) => {
    const size = { width: halvedBy(level, width), height: halvedBy(level, height) };
    return { ...size, ...bandAt(take(bandBytes(size)), size) };
  });
}

/** A length that was halved so often. A half that is left counts as a whole. */
export function halvedBy(level: number, length: number): number {
  return Math.ceil(length / 2 ** level);
}

/** All of a line in fewer samples. */
function lineOver(length: number, count: number): Line {
  const step = length / count;
  return { start: step / 2 - 0.5, step, length, count, isStraight: false };
}

function isAll(share: number): boolean {
  return share === 255;
}
