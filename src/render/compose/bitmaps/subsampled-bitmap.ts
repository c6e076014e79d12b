import type { Plane } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';
import {
  type BandPixels,
  BandResampler,
  CHROMA_RANGE,
  LUMA_RANGE,
  MIN_ROWS,
  READ_MARGIN,
  TILE_ROWS,
} from '../planes/band-resampler.ts';
import { LANCZOS, LONG_LANCZOS } from '../planes/filters.ts';
import { type Kernels, createKernels, KERNEL_STEP, roundUpToStep } from '../planes/kernels.ts';
import type { AlphaPlanes } from '../planes/paint.ts';
import { type RgbaBand, bandByteLength, createBand } from '../planes/plane-writer.ts';
import type { SampleLine } from '../planes/taps.ts';
import {
  type AxisAlignedArea,
  isFullShare,
  type LoadedPixels,
  restoringFilters,
} from './axis-aligned-bitmap.ts';
import { lengthAtLevel } from './bitmap-levels.ts';

/**
 * Draws an opaque photograph that is only scaled and moved, for a picture of a video. It keeps the photograph
 * as planes of Y and, usually at half the size, of U and V. There are fewer samples to draw than in red, green
 * and blue, and none to convert for each picture.
 */
export class SubsampledBitmap {
  private readonly kernels: Kernels;
  /** The planes of Y, and those of U and V: of the bitmap and of its smaller copies. */
  private readonly lumaLevels: readonly BandPixels[];
  private readonly chromaLevels: readonly BandPixels[];
  /** U and V before they are halved. The first of the chroma levels if they are not halved. */
  private readonly fullChroma: BandPixels;
  private readonly resampler: BandResampler;
  /** Two bands for pixels that are being converted or restored. */
  private readonly bands: readonly [RgbaBand, RgbaBand];
  private readonly rowOffset: number;
  private readonly sharesOffset: number;
  private readonly planesOffset: number;
  /** The levels that are up to date. */
  private readonly builtLevels = new Set<number>();

  /**
   * @param size size of the bitmaps in pixels.
   * @param output size in pixels, even.
   * @param levels maximum number of levels, at least 1.
   * @param keepsChroma true to keep U and V at the size of the bitmap.
   */
  constructor(size: PixelSize, output: PixelSize, levels: number, keepsChroma = false) {
    let end = 0;
    const allocate = (bytes: number): number => {
      const start = end;
      end += roundUpToStep(bytes);
      return start;
    };
    const half = { width: Math.ceil(size.width / 2), height: Math.ceil(size.height / 2) };
    const largest = {
      width: Math.max(output.width, size.width),
      height: Math.max(output.height, size.height),
    };
    const band = { width: size.width, height: TILE_ROWS };
    this.rowOffset = allocate(4 * roundUpToStep(size.width));
    this.sharesOffset = allocate(2 * roundUpToStep(output.width) + 2 * output.height);
    this.bands = [
      createBand(allocate(bandByteLength(band)), band),
      createBand(allocate(bandByteLength(band)), band),
    ];
    const resamplerOffset = allocate(BandResampler.byteLength(size.width, largest));
    this.planesOffset = allocate(4 * roundUpToStep(output.width + KERNEL_STEP) * output.height);
    this.lumaLevels = allocateLevels(size, 1, levels, allocate);
    this.chromaLevels = allocateLevels(keepsChroma ? size : half, 2, levels, allocate);
    this.fullChroma = keepsChroma ? levelAt(this.chromaLevels, 0) : allocatePlanes(size, 2, allocate);
    this.kernels = createKernels(end + READ_MARGIN);
    this.resampler = new BandResampler(this.kernels, resamplerOffset, largest);
  }

  /** Loads a bitmap. @param pixels opaque pixels of the size that was given to the constructor. */
  load(pixels: LoadedPixels): void {
    const { resampler, fullChroma } = this;
    const luma = levelAt(this.lumaLevels, 0);
    const chroma = levelAt(this.chromaLevels, 0);
    for (let row = 0; row < luma.height; row += TILE_ROWS) this.convertRows(pixels, luma, row);
    const { across, down } = pixels.isReduced;
    if (across || down) resampler.filter(luma, 1, restoringFilters(pixels), this.bands);
    if (chroma !== fullChroma) resampler.scale(fullChroma, chroma, 2, LANCZOS);
    this.builtLevels.clear();
    this.builtLevels.add(0);
  }

  /** Draws the loaded bitmap. @returns planes that are valid until the next drawing. */
  draw(area: AxisAlignedArea): AlphaPlanes {
    const { resampler } = this;
    const { width, height } = area;
    const [luma, chroma] = this.layOut(area);
    this.buildLevel(area.level);
    const from = levelAt(this.lumaLevels, area.level);
    resampler.start(area.across, area.down, area, 1);
    resampler.draw(from, luma, 0, height, LUMA_RANGE);
    const colours = levelAt(this.chromaLevels, area.level);
    const half = { width: width / 2, height: height / 2 };
    resampler.start(
      toChromaLine(area.across, colours.width, 0),
      toChromaLine(area.down, colours.height, 0.5),
      half,
      2,
    );
    resampler.draw(colours, chroma, 0, half.height, CHROMA_RANGE);
    const isOpaque = area.columnShares.every(isFullShare) && area.rowShares.every(isFullShare);
    return {
      width,
      height,
      y: this.planeAt(luma.red, luma.stride, height),
      u: this.planeAt(chroma.red, chroma.stride, half.height),
      v: this.planeAt(chroma.red + chroma.plane, chroma.stride, half.height),
      ...(!isOpaque && this.drawAlpha(area, luma, chroma)),
    };
  }

  /** Converts a band of rows to Y, and to U and V for each pixel. */
  private convertRows(pixels: LoadedPixels, luma: BandPixels, row: number): void {
    const { kernels, rowOffset, fullChroma } = this;
    const [band] = this.bands;
    const { width } = luma;
    const columns = roundUpToStep(width);
    const rows = Math.min(TILE_ROWS, luma.height - row);
    for (let line = 0; line < rows; line++) {
      const at = 4 * (row + line) * width;
      const red = band.red + line * band.stride;
      const u = fullChroma.red + (row + line) * fullChroma.stride;
      kernels.bytes.set(pixels.data.subarray(at, at + 4 * width), rowOffset);
      kernels.split(rowOffset, red, band.plane, columns);
      kernels.toFullChroma(red, band.plane, columns, u, u + fullChroma.plane);
    }
    const y = luma.red + row * luma.stride;
    kernels.toLuma(band.red, band.plane, band.stride, columns, rows, y, luma.stride);
    for (let line = 0; line < rows; line++) kernels.flipSigns(y + line * luma.stride, columns);
  }

  private buildLevel(level: number): void {
    if (this.builtLevels.has(level)) return;
    const source = Math.max(0, level - 2);
    this.buildLevel(source);
    for (const [index, levels] of [this.lumaLevels, this.chromaLevels].entries())
      this.resampler.scale(levelAt(levels, source), levelAt(levels, level), index + 1, LONG_LANCZOS);
    this.builtLevels.add(level);
  }

  /** Returns where to draw Y, and U and V. Alpha follows each. */
  private layOut({ width, height }: PixelSize): [luma: RgbaBand, chroma: RgbaBand] {
    const stride = roundUpToStep(width);
    const half = roundUpToStep(width / 2);
    const luma = { red: this.planesOffset, plane: stride * height, stride };
    const red = luma.red + 2 * luma.plane;
    return [luma, { red, plane: (half * height) / 2, stride: half }];
  }

  /** Draws the opacities of the area as alpha. */
  private drawAlpha(area: AxisAlignedArea, luma: RgbaBand, chroma: RgbaBand) {
    const { kernels, sharesOffset } = this;
    const { columnShares, rowShares, height } = area;
    const draw = (at: number, stride: number, columns: Uint8Array, rows: Uint8Array): Plane => {
      kernels.bytes.fill(255, at, at + stride * rows.length);
      kernels.bytes.set(columns, sharesOffset);
      kernels.bytes.set(rows, sharesOffset + stride);
      kernels.fade(at, stride, stride, rows.length, sharesOffset, sharesOffset + stride);
      return this.planeAt(at, stride, rows.length);
    };
    const alpha = draw(luma.red + luma.plane, luma.stride, columnShares, rowShares);
    const chromaColumns = columnShares
      .filter((_, column) => column % 2 === 0)
      .map((share, column) => {
        const after = columnShares[2 * column + 1] ?? share;
        const before = columnShares[2 * column - 1] ?? share;
        return (before + 2 * share + after + 2) >> 2;
      });
    const chromaRows = Uint8Array.from({ length: height / 2 }, (_, row) => {
      return ((rowShares[2 * row] ?? 0) + (rowShares[2 * row + 1] ?? 0) + 1) >> 1;
    });
    const chromaAlpha = draw(chroma.red + 2 * chroma.plane, chroma.stride, chromaColumns, chromaRows);
    return { alpha, chromaAlpha };
  }

  private planeAt(start: number, stride: number, rows: number): Plane {
    return { data: this.kernels.bytes.subarray(start, start + stride * rows), stride };
  }
}

/**
 * Converts a mapping of luma to one of chroma.
 *
 * @param length number of chroma samples of the source, which cover as much as its luma.
 * @param shift distance from each second luma sample of the result to its chroma sample, in luma samples.
 */
function toChromaLine(line: SampleLine, length: number, shift: number): SampleLine {
  const ratio = length / line.length;
  const start = (line.start + 0.5 + shift * line.step) * ratio - 0.5;
  return { ...line, start, step: 2 * line.step * ratio, length, count: Math.ceil(line.count / 2) };
}

function levelAt(levels: readonly BandPixels[], level: number): BandPixels {
  const pixels = levels[level];
  if (!pixels) throw new RangeError(`Level ${level} does not exist: there are ${levels.length} levels.`);
  return pixels;
}

function allocateLevels(
  { width, height }: PixelSize,
  planes: number,
  levels: number,
  allocate: (bytes: number) => number,
): BandPixels[] {
  return Array.from({ length: levels }, (_, level) =>
    allocatePlanes(
      { width: lengthAtLevel(level, width), height: lengthAtLevel(level, height) },
      planes,
      allocate,
    ),
  );
}

function allocatePlanes(size: PixelSize, planes: number, allocate: (bytes: number) => number): BandPixels {
  const stride = KERNEL_STEP + roundUpToStep(size.width);
  const plane = stride * Math.max(size.height, MIN_ROWS);
  return { ...size, red: allocate(planes * plane) + KERNEL_STEP, plane, stride };
}
