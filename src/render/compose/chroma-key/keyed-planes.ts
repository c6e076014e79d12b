import type { Planes } from '../../av/video/video-frame.ts';
import type { ResolvedChromaKey } from '../../resolve/chroma-key.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { TRANSPARENT, VISIBLE, TRANSLUCENT } from './key-tables.ts';
import { KeyedFrame } from './keyed-frame.ts';
import type { AlphaPlanes } from '../planes/paint.ts';

/** Flags of cells that are not completely opaque. */
const PARTLY_TRANSPARENT = TRANSPARENT | TRANSLUCENT;

/**
 * Removes a colour from every frame of a video clip that does not move. Each pixel is keyed first, and the
 * chroma is halved afterwards. This order keeps edges as smooth as in the source and leaves no trace of the
 * removed colour. The result is valid until the next call of {@link KeyedPlanes.read}, which reuses the
 * memory.
 */
export class KeyedPlanes {
  private readonly frame: KeyedFrame;
  private readonly u: Uint8Array;
  private readonly v: Uint8Array;
  private readonly chromaAlpha: Uint8Array;

  /**
   * @param key the colour to remove.
   * @param size size of the planes in pixels, even.
   * @param scale enlargement of the source: output pixels per source pixel.
   */
  constructor(key: ResolvedChromaKey, size: PixelSize, scale: number) {
    this.frame = new KeyedFrame(key, size, scale);
    const samples = (size.width * size.height) / 4;
    this.u = new Uint8Array(samples);
    this.v = new Uint8Array(samples);
    this.chromaAlpha = new Uint8Array(samples);
  }

  /**
   * Keys planes.
   *
   * @param from planes of the size passed to the constructor, with chroma for every pixel. If the planes have
   *   alpha, the coverage is multiplied by that alpha.
   */
  read(from: Planes): AlphaPlanes {
    const { width, height, y, alpha } = this.frame;
    this.frame.read(from);
    for (let row = 0; row < height / 2; row++) this.halveRow(row, from.alpha !== undefined);
    const half = width / 2;
    return {
      width,
      height,
      y: { data: new Uint8Array(y.buffer, y.byteOffset, y.length), stride: width },
      u: { data: this.u, stride: half },
      v: { data: this.v, stride: half },
      alpha: { data: alpha, stride: width },
      chromaAlpha: { data: this.chromaAlpha, stride: half },
    };
  }

  /** Halves the chroma of a row of cells. Completely transparent or opaque cells need no weights. */
  private halveRow(row: number, ownAlpha: boolean): void {
    const { u, v, chromaAlpha } = this;
    const { width, cells, u: fullU, v: fullV } = this.frame;
    const half = width / 2;
    // A chroma sample averages its cell and the right column of the cell to the left. The first cell of a row
    // has no cell to its left, so its own left column counts twice.
    for (let column = 0, at = row * half; column < half; column++, at++) {
      const before = column > 0 ? 1 : 0;
      const kinds = (cells[at] as number) | (cells[at - before] as number);
      if ((kinds & VISIBLE) === 0) {
        u[at] = 128;
        v[at] = 128;
        chromaAlpha[at] = 0;
      } else if ((kinds & PARTLY_TRANSPARENT) === 0 && !ownAlpha) {
        const middle = 2 * (row * width + column);
        u[at] = weighNeighbours(fullU, middle, middle - before, width);
        v[at] = weighNeighbours(fullV, middle, middle - before, width);
        chromaAlpha[at] = 255;
      } else {
        this.halveMixed(row, column);
      }
    }
  }

  /**
   * Halves the chroma of a cell, weighted by alpha, so that transparent pixels add no colour. Chroma sits
   * between the rows and on the left column, as in `rasterize`.
   */
  private halveMixed(row: number, column: number): void {
    const { width, alpha, u: fullU, v: fullV } = this.frame;
    const middle = 2 * (row * width + column);
    let shares = 0;
    let blue = 0;
    let red = 0;
    for (let at = middle; at <= middle + width; at += width) {
      // The first column has no left neighbour, so the column itself is repeated. The casts are safe because
      // all indexes are inside the planes.
      const left = column > 0 ? at - 1 : at;
      const before = alpha[left] as number;
      const on = 2 * (alpha[at] as number);
      const after = alpha[at + 1] as number;
      shares += before + on + after;
      blue +=
        before * (fullU[left] as number) + on * (fullU[at] as number) + after * (fullU[at + 1] as number);
      red +=
        before * (fullV[left] as number) + on * (fullV[at] as number) + after * (fullV[at + 1] as number);
    }
    const to = (row * width) / 2 + column;
    // The 0.5 rounds to the nearest.
    this.u[to] = shares > 0 ? blue / shares + 0.5 : 128;
    this.v[to] = shares > 0 ? red / shares + 0.5 : 128;
    this.chromaAlpha[to] = shares / 8 + 0.5;
  }
}

/**
 * Returns the weighted average of two rows around a chroma sample.
 *
 * @param at, before indexes in the upper row: of the sample's column, and of the column to its left.
 */
function weighNeighbours(plane: Uint8ClampedArray, at: number, before: number, width: number): number {
  // The casts are safe because all indexes are inside the plane.
  const left = (plane[before] as number) + (plane[before + width] as number);
  const middle = (plane[at] as number) + (plane[at + width] as number);
  const right = (plane[at + 1] as number) + (plane[at + width + 1] as number);
  return (left + 2 * middle + right + 4) >> 3;
}
