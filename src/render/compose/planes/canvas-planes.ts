import type { PixelSize } from '../../scene/placement.ts';
import type { PixelRect } from './pixel-rect.ts';
import { type Kernels, createKernels, roundUpToStep } from './kernels.ts';
import type { AlphaPlanes } from './paint.ts';
import { type RgbaBand, createBand, bandByteLength, PlaneWriter } from './plane-writer.ts';

/** So many rows are converted at once: they stay in a near cache. Even. */
const BAND_ROWS = 8;

/**
 * Turns what a canvas holds into planes with alpha, for every frame of what moves: the memory is taken once, and the planes
 * are valid until the next reading. Chroma sits as in `rasterize`.
 */
export class CanvasPlanes {
  private readonly width: number;
  private readonly kernels: Kernels;
  private readonly band: RgbaBand;
  /** Where rows of pixels lie before they are taken apart. */
  private readonly rowsOffset: number;
  private readonly writer: PlaneWriter;

  /** @param size of the canvas in pixels, even. */
  constructor(size: PixelSize) {
    const bands = { width: size.width, height: BAND_ROWS };
    const rowsOffset = bandByteLength(bands);
    const planesOffset = rowsOffset + 4 * BAND_ROWS * roundUpToStep(size.width);
    this.width = size.width;
    this.kernels = createKernels(planesOffset + PlaneWriter.byteLength(size));
    this.band = createBand(0, bands);
    this.rowsOffset = rowsOffset;
    this.writer = new PlaneWriter(this.kernels, planesOffset);
  }

  /**
   * Reads a part of the canvas.
   *
   * @param pixels of the whole canvas, RGBA multiplied by alpha.
   * @param area even numbers, inside the canvas. Its first column has no left neighbour to lend it colour: it stands in for it itself.
   * @returns planes of the area's size; without alpha where all of it is opaque.
   */
  read(pixels: Uint8Array, area: PixelRect): AlphaPlanes {
    let allOpaque = true;
    for (let row = 0; row < area.height; row += BAND_ROWS) {
      const rows = Math.min(BAND_ROWS, area.height - row);
      for (let line = 0; line < rows; line++) {
        if (!this.readRow(pixels, area, row + line, line)) allOpaque = false;
      }
      this.writer.write(this.band, area, row, rows, true);
    }
    return this.writer.getPlanes(area, !allOpaque);
  }

  /** @param line of the band that a row becomes. @returns whether every pixel is opaque. */
  private readRow(pixels: Uint8Array, area: PixelRect, row: number, line: number): boolean {
    const { kernels, band, rowsOffset } = this;
    const from = 4 * ((area.y + row) * this.width + area.x);
    const columns = roundUpToStep(area.width);
    kernels.bytes.set(pixels.subarray(from, from + 4 * area.width), rowsOffset);
    // What is beyond the area counts as opaque.
    kernels.bytes.fill(255, rowsOffset + 4 * area.width, rowsOffset + 4 * columns);
    return kernels.split(rowsOffset, band.red + line * band.stride, band.plane, columns) === 1;
  }
}
