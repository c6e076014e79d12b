import type { PixelSize } from '../../scene/placement.ts';
import { type Filter, LANCZOS, RESTORING } from '../planes/filters.ts';
import { type Kernels, createKernels, roundUpToStep } from '../planes/kernels.ts';
import type { AlphaPlanes } from '../planes/paint.ts';
import { type RgbaBand, createBand, bandByteLength, PlaneWriter } from '../planes/plane-writer.ts';
import type { RgbaPixels } from '../planes/raster.ts';
import type { Surface } from '../planes/surface.ts';
import {
  type BandPixels,
  BandResampler,
  FULL_RANGE,
  MIN_ROWS,
  READ_MARGIN,
  TILE_ROWS,
} from '../planes/band-resampler.ts';
import type { SampleLine } from '../planes/taps.ts';
import { lengthAtLevel } from './bitmap-levels.ts';

/**
 * An area of the output to draw, with the mapping from pixels of the area to samples of the bitmap, and with
 * the opacities of those pixels.
 */
export interface AxisAlignedArea extends PixelSize {
  /** The level to draw from: see {@link lengthAtLevel}. */
  readonly level: number;
  /** The mapping of the area's columns to columns of the level. */
  readonly across: SampleLine;
  /** The mapping of the area's rows to rows of the level. */
  readonly down: SampleLine;
  /** Opacity of each column and of each row, 0 to 255. */
  readonly columnShares: Uint8Array;
  readonly rowShares: Uint8Array;
}

/** The pixels of a bitmap. */
export interface LoadedPixels extends RgbaPixels {
  /** True if the colours are multiplied by their alpha. */
  readonly isPremultiplied: boolean;
  /** True if libvips has scaled the picture down, across and down. */
  readonly isReduced: { readonly across: boolean; readonly down: boolean };
}

/** The form of the bitmaps to draw. */
interface BitmapForm {
  /** Maximum number of levels, at least 1. */
  readonly levels: number;
  /** False if all pixels are opaque. */
  readonly hasAlpha: boolean;
  /** The filter that makes the smaller copies. */
  readonly levelFilter: Filter;
}

/**
 * Draws a bitmap that is only scaled and moved. This class keeps the bitmap as planes of red, green, blue and
 * alpha.
 */
export class AxisAlignedBitmap {
  private readonly kernels: Kernels;
  /** The bitmap and its smaller copies. */
  private readonly levels: readonly BandPixels[];
  private readonly hasAlpha: boolean;
  private readonly levelFilter: Filter;
  private readonly resampler: BandResampler;
  private readonly bands: readonly [RgbaBand, RgbaBand];
  /** Offset of the opacities of columns and rows, in kernel memory. */
  private readonly sharesOffset: number;
  /** Offset of the buffer for one row of RGBA pixels, in kernel memory. */
  private readonly rowOffset: number;
  private readonly writer: PlaneWriter;
  /** The levels that are up to date. */
  private readonly builtLevels = new Set<number>();

  /**
   * @param size size of the bitmaps in pixels.
   * @param output the surface, with an even size.
   * @param form the form of the bitmaps.
   */
  constructor(size: PixelSize, output: Surface, { levels, hasAlpha, levelFilter }: BitmapForm) {
    let end = 0;
    const allocate = (bytes: number): number => {
      const start = end;
      end += roundUpToStep(bytes);
      return start;
    };
    const largest = {
      width: Math.max(output.width, size.width),
      height: Math.max(output.height, size.height),
    };
    const band = { width: largest.width, height: TILE_ROWS };
    this.sharesOffset = allocate(roundUpToStep(output.width) + output.height);
    this.rowOffset = allocate(4 * roundUpToStep(size.width));
    this.bands = [
      createBand(allocate(bandByteLength(band)), band),
      createBand(allocate(bandByteLength(band)), band),
    ];
    const resamplerOffset = allocate(BandResampler.byteLength(size.width, largest));
    const planesOffset = allocate(PlaneWriter.byteLength(output));
    this.levels = allocateLevels(size, levels, allocate);
    this.kernels = createKernels(end + READ_MARGIN);
    this.hasAlpha = hasAlpha;
    this.levelFilter = levelFilter;
    this.resampler = new BandResampler(this.kernels, resamplerOffset, largest);
    this.writer = new PlaneWriter(this.kernels, planesOffset, output.fullColour);
  }

  /** Loads a bitmap. @param pixels pixels of the size that was given to the constructor. */
  load(pixels: LoadedPixels): void {
    const { kernels, rowOffset, hasAlpha } = this;
    const { red, plane, stride, width, height } = this.levelAt(0);
    const columns = roundUpToStep(width);
    for (let line = 0; line < height; line++) {
      const to = red + line * stride;
      kernels.bytes.set(pixels.data.subarray(4 * line * width, 4 * (line + 1) * width), rowOffset);
      kernels.split(rowOffset, to, plane, columns);
      if (hasAlpha && !pixels.isPremultiplied) kernels.premultiply(to, plane, columns);
      for (let channel = 0; channel < this.planeCount; channel++)
        kernels.flipSigns(to + channel * plane, columns);
    }
    const { across, down } = pixels.isReduced;
    if (across || down)
      this.resampler.filter(this.levelAt(0), this.planeCount, restoringFilters(pixels), this.bands);
    this.builtLevels.clear();
    this.builtLevels.add(0);
  }

  /** Draws the loaded bitmap. @returns planes that are valid until the next drawing. */
  draw(area: AxisAlignedArea): AlphaPlanes {
    const { resampler, writer, sharesOffset, hasAlpha } = this;
    const { bytes } = this.kernels;
    const isShaded = !area.columnShares.every(isFullShare) || !area.rowShares.every(isFullShare);
    this.buildLevel(area.level);
    resampler.start(area.across, area.down, area, this.planeCount);
    bytes.set(area.columnShares, sharesOffset);
    bytes.set(area.rowShares, sharesOffset + roundUpToStep(area.width));
    for (let row = 0; row < area.height; row += TILE_ROWS) this.drawRows(area, row, isShaded);
    return writer.getPlanes(area, isShaded || hasAlpha);
  }

  /** Draws a band of rows. @param isShaded true if not all opacities are 255. */
  private drawRows(area: AxisAlignedArea, row: number, isShaded: boolean): void {
    const { kernels, sharesOffset, hasAlpha } = this;
    const [band] = this.bands;
    const rows = Math.min(TILE_ROWS, area.height - row);
    this.resampler.draw(this.levelAt(area.level), band, row, rows, FULL_RANGE);
    if (isShaded) {
      const columns = roundUpToStep(area.width);
      const shares = [sharesOffset, sharesOffset + columns + row] as const;
      if (!hasAlpha) kernels.shade(band.red, band.plane, band.stride, columns, rows, ...shares);
      else
        for (let channel = 0; channel < 4; channel++)
          kernels.fade(band.red + channel * band.plane, band.stride, columns, rows, ...shares);
    }
    this.writer.write(band, area, row, rows, isShaded || hasAlpha);
  }

  private get planeCount(): number {
    return this.hasAlpha ? 4 : 3;
  }

  private levelAt(level: number): BandPixels {
    const pixels = this.levels[level];
    if (!pixels)
      throw new RangeError(`Level ${level} does not exist: the bitmap has ${this.levels.length} levels.`);
    return pixels;
  }

  /** Makes a level of the bitmap, of the level twice as large or, for the first one, of the bitmap itself. */
  private buildLevel(level: number): void {
    if (this.builtLevels.has(level)) return;
    const source = Math.max(0, level - 2);
    this.buildLevel(source);
    this.resampler.scale(this.levelAt(source), this.levelAt(level), this.planeCount, this.levelFilter);
    this.builtLevels.add(level);
  }
}

/** Allocates a bitmap and its smaller copies. @param allocate reserves bytes and returns their offset. */
function allocateLevels(
  { width, height }: PixelSize,
  levels: number,
  allocate: (bytes: number) => number,
): BandPixels[] {
  return Array.from({ length: levels }, (_, level) => {
    const size = { width: lengthAtLevel(level, width), height: lengthAtLevel(level, height) };
    const space = { width: size.width, height: Math.max(size.height, MIN_ROWS) };
    return { ...size, ...createBand(allocate(bandByteLength(space)), space) };
  });
}

/** Returns the filters that restore the details that scaling has dimmed. {@link LANCZOS} changes nothing. */
export function restoringFilters({
  isReduced: { across, down },
}: LoadedPixels): Record<'across' | 'down', Filter> {
  return { across: across ? RESTORING : LANCZOS, down: down ? RESTORING : LANCZOS };
}

/** True if an opacity leaves a pixel as it is. @param share 0 to 255. */
export function isFullShare(share: number): boolean {
  return share === 255;
}
