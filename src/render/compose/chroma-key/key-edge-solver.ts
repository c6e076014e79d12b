import type { Planes } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { TRANSPARENT, VISIBLE, type KeyTables, NEAR_EDGE, TRANSLUCENT, TINTED } from './key-tables.ts';

const VISIBLE_EDGE = VISIBLE | NEAR_EDGE;
/** So far around what is transparent pixels are taken for mixtures, and their colours looked for: in pixels of the source. */
const EDGE_REACH = 4;
/** A source that is enlarged more is looked at as if it were enlarged so much. */
const MAX_SCALE = 8;
/** At so much of what is before the key, a pixel of an edge is opaque: files do not keep the last of it exactly. */
const OPAQUE_SHARE = 0.9;
/** So far at most a mixture lies from the straight line between the key and a colour, as distances are measured. */
const MAX_HUE_DEVIATION = 30;
/** By so many steps of Y at most a mixture is brighter than the key and the colour. */
const MAX_LUMA_EXCESS = 24;
/** The distance from the key that lies beyond a mixture is at most so much of its own: squared. */
const MAX_OPPOSITE_RATIO = 0.8;
/** Where colours are looked for, in steps along x and y: one of each two places that lie opposite. */
const DIRECTIONS = [1, 0, 2, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, -1, 2, -2];

/** What a key leaves of a picture: samples of every pixel, rows without padding. */
export interface KeyedSamples extends PixelSize {
  /** Where it is transparent these mean nothing. */
  readonly y: Uint8ClampedArray;
  readonly u: Uint8ClampedArray;
  readonly v: Uint8ClampedArray;
  readonly alpha: Uint8Array;
  /** What there is in each 2x2 pixels: the bits of the tables. Rows of half the width, rounded up. */
  readonly cells: Uint8Array;
}

/**
 * Solves the edges of what is keyed. Most files have chroma of half size: around everything lies a rim of pixels whose chroma is
 * a mixture of it and of the key, and often beyond the halo. Near what is transparent a pixel is therefore taken for a mixture
 * of the key and another colour around: the one that lies farthest from the key, behind the pixel's own, while on the other side
 * of the pixel it is more of the key. How much there is of that colour is how much is seen, unless the
 * pixel's own distance says less. Where there is none, as on a hair or inside a face, a pixel is left as it is.
 */
export class KeyEdgeSolver {
  private readonly tables: KeyTables;
  private readonly size: PixelSize;
  /** How many cells of 2x2 pixels there are. */
  private readonly cellColumns: number;
  private readonly cellRows: number;
  /** How many cells from what is transparent pixels may be mixed; as many pixels are a step. */
  private readonly reach: number;

  /** @param scale how many pixels a pixel of the source has become. */
  constructor(tables: KeyTables, size: PixelSize, scale: number) {
    this.tables = tables;
    this.size = size;
    this.cellColumns = Math.ceil(size.width / 2);
    this.cellRows = Math.ceil(size.height / 2);
    this.reach = Math.max(1, Math.round((EDGE_REACH * Math.min(scale, MAX_SCALE)) / 2));
  }

  /** @param from as it was, chroma of full size. @param to the same, covered: here the edges change. */
  solve(from: Planes, to: KeyedSamples): void {
    for (let row = 0; row < this.cellRows; row++) this.markEdgesInRow(to.cells, row);
    for (let row = 0; row < this.cellRows; row++) this.solveRow(from, to, row);
  }

  // Cells and pixels that are looked at are inside: below there is always a number.

  /** Marks what is near where something begins that is seen. */
  private markEdgesInRow(cells: Uint8Array, row: number): void {
    const { cellColumns, cellRows } = this;
    const above = row > 0 ? -cellColumns : 0;
    const below = row < cellRows - 1 ? cellColumns : 0;
    for (let column = 0, at = row * cellColumns; column < cellColumns; column++, at++) {
      const here = cells[at] as number;
      if ((here & TRANSPARENT) === 0) continue;
      const around =
        here |
        (cells[at + above] as number) |
        (cells[at + below] as number) |
        (cells[column > 0 ? at - 1 : at] as number) |
        (cells[column < cellColumns - 1 ? at + 1 : at] as number);
      if ((around & VISIBLE) !== 0) this.markAround(cells, row, column);
    }
  }

  private markAround(cells: Uint8Array, row: number, column: number): void {
    const { cellColumns, cellRows, reach } = this;
    const left = Math.max(0, column - reach);
    const right = Math.min(cellColumns, column + reach + 1);
    const bottom = Math.min(cellRows, row + reach + 1);
    for (let line = Math.max(0, row - reach); line < bottom; line++) {
      const end = line * cellColumns + right;
      for (let at = line * cellColumns + left; at < end; at++) cells[at] = (cells[at] as number) | NEAR_EDGE;
    }
  }

  private solveRow(from: Planes, to: KeyedSamples, row: number): void {
    const { cellColumns, size } = this;
    const bottom = Math.min(size.height, 2 * row + 2);
    for (let column = 0, at = row * cellColumns; column < cellColumns; column++, at++) {
      if (((to.cells[at] as number) & VISIBLE_EDGE) !== VISIBLE_EDGE) continue;
      const right = Math.min(size.width, 2 * column + 2);
      for (let y = 2 * row; y < bottom; y++) {
        for (let x = 2 * column; x < right; x++) {
          if (to.alpha[y * size.width + x] !== 0) this.solvePixel(from, to, x, y);
        }
      }
    }
  }

  private solvePixel(from: Planes, to: KeyedSamples, x: number, y: number): void {
    const { key } = this.tables;
    const lumas = from.y;
    const us = from.u;
    const vs = from.v;
    const other = this.findForeground(from, x, y);
    if (other < 0) return;
    const at = y * to.width + x;
    const row = Math.floor(other / to.width);
    const column = other % to.width;
    const u = us.data[y * us.stride + x] as number;
    const v = vs.data[y * vs.stride + x] as number;
    const farU = us.data[row * us.stride + column] as number;
    const farV = vs.data[row * vs.stride + column] as number;
    const share = this.shareOf((u << 8) | v, (farU << 8) | farV);
    if (share >= OPAQUE_SHARE) return;
    to.alpha[at] = Math.min(to.alpha[at] as number, this.coverageOf(share));
    // Luma has full size and may already be that of what is seen: it is moved there, never beyond.
    const own = Math.max(0, 2 * share - 1);
    const far = lumas.data[row * lumas.stride + column] as number;
    to.y[at] = own * (to.y[at] as number) + (1 - own) * far;
    to.u[at] = u + (1 - share) * (farU - key[1]);
    to.v[at] = v + (1 - share) * (farV - key[2]);
    to.cells[(y >> 1) * this.cellColumns + (x >> 1)] = VISIBLE_EDGE | TRANSPARENT | TRANSLUCENT | TINTED;
  }

  /** How much is seen of a mixture: without a halo, all or nothing. */
  private coverageOf(share: number): number {
    if (this.tables.isHard) return share < 0.5 ? 0 : 255;
    return Math.round((share / OPAQUE_SHARE) * 255);
  }

  /** How much of a colour is in a mixture of it and the key. @param own, far pairs of U and V. */
  private shareOf(own: number, far: number): number {
    const { hueX, hueY, squares } = this.tables;
    const along =
      (hueX[own] as number) * (hueX[far] as number) + (hueY[own] as number) * (hueY[far] as number);
    return along / (squares[far] as number);
  }

  /** Which pixel has the colour that is mixed with the key in this one: row times width and column, or -1 for none. */
  private findForeground(from: Planes, x: number, y: number): number {
    const { size, reach } = this;
    const { squares } = this.tables;
    const us = from.u.data;
    const vs = from.v.data;
    const strideU = from.u.stride;
    const strideV = from.v.stride;
    const right = size.width - 1;
    const bottom = size.height - 1;
    const own = squares[((us[y * strideU + x] as number) << 8) | (vs[y * strideV + x] as number)] as number;
    let farthest = own;
    let best = -1;
    for (let index = 0; index < DIRECTIONS.length; index += 2) {
      const offsetX = (DIRECTIONS[index] as number) * reach;
      const offsetY = (DIRECTIONS[index + 1] as number) * reach;
      const oneX = x + offsetX > right ? right : x + offsetX;
      const oneY = y + offsetY < 0 ? 0 : y + offsetY > bottom ? bottom : y + offsetY;
      const twoX = x - offsetX < 0 ? 0 : x - offsetX;
      const twoY = y - offsetY < 0 ? 0 : y - offsetY > bottom ? bottom : y - offsetY;
      const one = squares[
        ((us[oneY * strideU + oneX] as number) << 8) | (vs[oneY * strideV + oneX] as number)
      ] as number;
      const two = squares[
        ((us[twoY * strideU + twoX] as number) << 8) | (vs[twoY * strideV + twoX] as number)
      ] as number;
      const far = one > two ? one : two;
      if (far <= farthest || (one > two ? two : one) > MAX_OPPOSITE_RATIO * own) continue;
      const farX = one > two ? oneX : twoX;
      const farY = one > two ? oneY : twoY;
      if (!this.isMixed(from, x, y, farX, farY)) continue;
      farthest = far;
      best = farY * size.width + farX;
    }
    return best;
  }

  /** Whether a pixel may be a mixture of the key and another pixel. */
  private isMixed(
    { y: lumas, u: us, v: vs }: Planes,
    x: number,
    y: number,
    farX: number,
    farY: number,
  ): boolean {
    const { key, hueX, hueY } = this.tables;
    const luma = lumas.data[y * lumas.stride + x] as number;
    if (luma > Math.max(key[0], lumas.data[farY * lumas.stride + farX] as number) + MAX_LUMA_EXCESS)
      return false;
    const own = ((us.data[y * us.stride + x] as number) << 8) | (vs.data[y * vs.stride + x] as number);
    const far =
      ((us.data[farY * us.stride + farX] as number) << 8) | (vs.data[farY * vs.stride + farX] as number);
    const ownHueX = hueX[own] as number;
    const ownHueY = hueY[own] as number;
    const farHueX = hueX[far] as number;
    const farHueY = hueY[far] as number;
    if (ownHueX * farHueX + ownHueY * farHueY <= 0) return false;
    const deviation = ownHueX * farHueY - ownHueY * farHueX;
    return (
      deviation * deviation <= MAX_HUE_DEVIATION * MAX_HUE_DEVIATION * (farHueX * farHueX + farHueY * farHueY)
    );
  }
}
