import type { PixelSize } from '../../scene/placement.ts';
import type { PixelRect } from './pixel-rect.ts';
import { type Kernels, createKernels, roundUpToStep } from './kernels.ts';
import type { AlphaPlanes } from './paint.ts';
import { type RgbaBand, createBand, bandByteLength, PlaneWriter } from './plane-writer.ts';

/**
 * Rows to convert per pass. The number is even, because two rows share one row of chroma. It is small, so
 * that the rows stay in a fast cache.
 */
const BAND_ROWS = 8;

/**
 * Converts a canvas to planes with alpha, for every frame of a moving layer. The planes are valid until the
 * next call of {@link CanvasPlanes.read}, which reuses the memory. Chroma sits where `rasterize` puts it.
 */
export class CanvasPlanes {
  private readonly width: number;
  private readonly kernels: Kernels;
  private readonly band: RgbaBand;
  /** Offset in kernel memory of the RGBA rows, before they are split into planes. */
  private readonly rowsOffset: number;
  private readonly writer: PlaneWriter;

  /** @param size size of the canvas in pixels, even. @param fullColour true for planes in full colour. */
  constructor(size: PixelSize, fullColour = false) {
    const bands = { width: size.width, height: BAND_ROWS };
    const rowsOffset = bandByteLength(bands);
    const planesOffset = rowsOffset + 4 * BAND_ROWS * roundUpToStep(size.width);
    this.width = size.width;
    this.kernels = createKernels(planesOffset + PlaneWriter.byteLength(size));
    this.band = createBand(0, bands);
    this.rowsOffset = rowsOffset;
    this.writer = new PlaneWriter(this.kernels, planesOffset, fullColour);
  }

  /**
   * Converts a part of the canvas.
   *
   * @param pixels the pixels of the whole canvas, as premultiplied RGBA.
   * @param area the rectangle to convert, inside the canvas and in even numbers. The chroma of its first
   *   column ignores the pixels to the left of the area.
   * @returns planes of the area's size, without alpha if all pixels are opaque.
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

  /**
   * Splits a row into planes.
   *
   * @param line index of the row in the band.
   * @returns true if every pixel is opaque.
   */
  private readRow(pixels: Uint8Array, area: PixelRect, row: number, line: number): boolean {
    const { kernels, band, rowsOffset } = this;
    const from = 4 * ((area.y + row) * this.width + area.x);
    const columns = roundUpToStep(area.width);
    kernels.bytes.set(pixels.subarray(from, from + 4 * area.width), rowsOffset);
    // Pixels beyond the area are filled as opaque, so that only the area decides whether the row is opaque.
    kernels.bytes.fill(255, rowsOffset + 4 * area.width, rowsOffset + 4 * columns);
    return kernels.split(rowsOffset, band.red + line * band.stride, band.plane, columns) === 1;
  }
}
