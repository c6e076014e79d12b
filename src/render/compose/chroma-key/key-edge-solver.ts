import type { Planes } from '../../av/video/video-frame.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { TRANSPARENT, VISIBLE, type KeyTables, NEAR_EDGE, TRANSLUCENT, TINTED } from './key-tables.ts';

const VISIBLE_EDGE = VISIBLE | NEAR_EDGE;
/**
 * Distance from transparent pixels, in source pixels, within which a pixel may be a mixture. The search for
 * the foreground colour of a mixture has this radius, too.
 */
const EDGE_REACH = 4;
/** The search radius grows with the enlargement of a source, but at most by this factor. */
const MAX_SCALE = 8;
/**
 * An edge pixel with at least this share of the foreground counts as opaque, because compression does not
 * preserve the last tenth exactly.
 */
const OPAQUE_SHARE = 0.9;
/** Maximum distance of a mixture from the straight line between the key and the foreground colour. */
const MAX_HUE_DEVIATION = 30;
/** Maximum steps of Y by which a mixture may be brighter than both the key and the foreground colour. */
const MAX_LUMA_EXCESS = 24;
/**
 * The pixel opposite the foreground pixel must be closer to the key than the mixture is: the squared distance
 * of the opposite pixel from the key may be at most this fraction of the squared distance of the mixture.
 */
const MAX_OPPOSITE_RATIO = 0.8;
/**
 * Search offsets as pairs of x and y steps. Each pair stands for two pixels on opposite sides of a mixture.
 */
const DIRECTIONS = [1, 0, 2, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, -1, 2, -2];

/** A keyed picture: samples of every pixel in rows without padding. */
export interface KeyedSamples extends PixelSize {
  /** Luma. Y, U and V of transparent pixels have no meaning. */
  readonly y: Uint8ClampedArray;
  readonly u: Uint8ClampedArray;
  readonly v: Uint8ClampedArray;
  readonly alpha: Uint8Array;
  /** The flags of `key-tables.ts` for each cell of 2x2 pixels, in rows of half the width, rounded up. */
  readonly cells: Uint8Array;
}

/**
 * Corrects the edge pixels of a keyed picture. Most files have chroma of half size, so the chroma of a
 * foreground's outermost pixels is a mixture of foreground and key. Such a mixture often lies beyond the halo
 * and would stay opaque. Near transparent pixels, the solver therefore treats a pixel as a mixture of the key
 * and a foreground colour. The foreground colour comes from the surrounding pixel with the largest distance
 * from the key, provided that the pixel on the opposite side is closer to the key. The share of the
 * foreground becomes the coverage of the pixel, unless the pixel's own distance gives a lower coverage. If no
 * surrounding pixel qualifies, as on a hair or inside a face, the pixel stays as it is.
 */
export class KeyEdgeSolver {
  private readonly tables: KeyTables;
  private readonly size: PixelSize;
  /** Number of cells of 2x2 pixels in each direction. */
  private readonly cellColumns: number;
  private readonly cellRows: number;
  /**
   * Distance in cells from transparent pixels within which pixels may be mixtures. The offsets of the search
   * are multiples of the same number, in pixels.
   */
  private readonly reach: number;

  /**
   * @param tables the tables of the key, which must have a hue.
   * @param size size of the pictures in pixels.
   * @param scale enlargement of the source: output pixels per source pixel.
   */
  constructor(tables: KeyTables, size: PixelSize, scale: number) {
    this.tables = tables;
    this.size = size;
    this.cellColumns = Math.ceil(size.width / 2);
    this.cellRows = Math.ceil(size.height / 2);
    this.reach = Math.max(1, Math.round((EDGE_REACH * Math.min(scale, MAX_SCALE)) / 2));
  }

  /**
   * Corrects the edge pixels.
   *
   * @param from the original picture, with chroma of full size.
   * @param to the keyed picture with its coverage. This method changes the edge pixels of the keyed picture.
   */
  solve(from: Planes, to: KeyedSamples): void {
    for (let row = 0; row < this.cellRows; row++) this.markEdgesInRow(to.cells, row);
    for (let row = 0; row < this.cellRows; row++) this.solveRow(from, to, row);
  }

  // The casts below are safe because all indexes are inside the picture.

  /** Marks the cells near the border between transparent and visible pixels. */
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
    // Luma has full size, so the luma of the mixture may already equal that of the foreground. It moves
    // towards the luma of the foreground, but never beyond.
    const own = Math.max(0, 2 * share - 1);
    const far = lumas.data[row * lumas.stride + column] as number;
    to.y[at] = own * (to.y[at] as number) + (1 - own) * far;
    to.u[at] = u + (1 - share) * (farU - key[1]);
    to.v[at] = v + (1 - share) * (farV - key[2]);
    to.cells[(y >> 1) * this.cellColumns + (x >> 1)] = VISIBLE_EDGE | TRANSPARENT | TRANSLUCENT | TINTED;
  }

  /**
   * Returns the coverage of a mixture. Without a halo, the coverage is 0 or 255.
   *
   * @param share share of the foreground, 0 to 1.
   */
  private coverageOf(share: number): number {
    if (this.tables.isHard) return share < 0.5 ? 0 : 255;
    return Math.round((share / OPAQUE_SHARE) * 255);
  }

  /**
   * Returns the share of the foreground in a mixture.
   *
   * @param own, far indexes of two pairs of U and V: the pair of the mixture, and the pair of the foreground.
   */
  private shareOf(own: number, far: number): number {
    const { hueX, hueY, squares } = this.tables;
    const along =
      (hueX[own] as number) * (hueX[far] as number) + (hueY[own] as number) * (hueY[far] as number);
    return along / (squares[far] as number);
  }

  /**
   * Finds the pixel with the foreground colour of a mixture.
   *
   * @returns the index of that pixel in the picture; -1 if there is no such pixel.
   */
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

  /** Returns true if a pixel may be a mixture of the key and another pixel. */
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
