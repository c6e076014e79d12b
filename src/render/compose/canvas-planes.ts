import type { Size } from '../scene/placement.ts';
import type { PixelRect } from './cut.ts';
import { type Kernels, kernelsWith } from './kernels.ts';
import type { Painting } from './paint.ts';
import { type Band, bandAt, bandBytes, PlaneWriter, stepped } from './plane-writer.ts';

/** So many rows are converted at once: they stay in a near cache. Even. */
const ROWS = 8;

/**
 * Turns what a canvas holds into planes with alpha, for every frame of what moves: the memory is taken once, and the planes
 * are valid until the next reading. Chroma sits as in `rasterOf`.
 */
export class CanvasPlanes {
  private readonly width: number;
  private readonly kernels: Kernels;
  private readonly band: Band;
  /** Where rows of pixels lie before they are taken apart. */
  private readonly rows: number;
  private readonly writer: PlaneWriter;

  /** @param size of the canvas in pixels, even. */
  constructor(size: Size) {
    const bands = { width: size.width, height: ROWS };
    const rowsAt = bandBytes(bands);
    const planesAt = rowsAt + 4 * ROWS * stepped(size.width);
    this.width = size.width;
    this.kernels = kernelsWith(planesAt + PlaneWriter.bytes(size));
    this.band = bandAt(0, bands);
    this.rows = rowsAt;
    this.writer = new PlaneWriter(this.kernels, planesAt);
  }

  /**
   * Reads a part of the canvas.
   *
   * @param pixels of the whole canvas, RGBA multiplied by alpha.
   * @param area even numbers, inside the canvas. Its first column has no left neighbour to lend it colour: it stands in for it itself.
   * @returns planes of the area's size; without alpha where all of it is opaque.
   */
  read(pixels: Uint8Array, area: PixelRect): Painting['planes'] {
    let opaque = true;
    for (let row = 0; row < area.height; row += ROWS) {
      const rows = Math.min(ROWS, area.height - row);
      for (let line = 0; line < rows; line++) {
        if (!this.readRow(pixels, area, row + line, line)) opaque = false;
      }
      this.writer.write(this.band, area, row, rows, true);
    }
    return this.writer.planes(area, !opaque);
  }

  /** @param line of the band that a row becomes. @returns whether every pixel is opaque. */
  private readRow(pixels: Uint8Array, area: PixelRect, row: number, line: number): boolean {
    const { kernels, band, rows } = this;
    const from = 4 * ((area.y + row) * this.width + area.x);
    const columns = stepped(area.width);
    kernels.bytes.set(pixels.subarray(from, from + 4 * area.width), rows);
    // What is beyond the area counts as opaque.
    kernels.bytes.fill(255, rows + 4 * area.width, rows + 4 * columns);
    return kernels.split(rows, band.red + line * band.stride, band.plane, columns) === 1;
  }
}
