import { NEAR_EDGE, TRANSPARENT, VISIBLE } from './key-tables.ts';

/** Side of a block, as a multiple of the reach. Wide blurs are found within one to two blocks. */
const BLOCK_REACHES = 4;

/**
 * Finds the edges of a keyed picture: the cells of 2x2 pixels near a border between transparent and visible
 * pixels, and the blocks of cells with such a border.
 */
export class EdgeBlocks {
  /** Side of a block in cells, and the number of blocks. */
  readonly block: number;
  readonly columns: number;
  readonly rows: number;
  private readonly cellColumns: number;
  private readonly cellRows: number;
  private readonly reach: number;
  /** 1 for each block that has a border between transparent and visible pixels, else 0. */
  private readonly borders: Uint8Array;

  /**
   * @param cellColumns, cellRows number of cells in each direction.
   * @param reach distance in cells from a border within which a cell is near it.
   */
  constructor(cellColumns: number, cellRows: number, reach: number) {
    this.cellColumns = cellColumns;
    this.cellRows = cellRows;
    this.reach = reach;
    this.block = BLOCK_REACHES * reach;
    this.columns = Math.ceil(cellColumns / this.block);
    this.rows = Math.ceil(cellRows / this.block);
    this.borders = new Uint8Array(this.columns * this.rows);
  }

  /** Sets the flag `NEAR_EDGE` of cells, and finds the blocks with edges. */
  mark(cells: Uint8Array): void {
    this.borders.fill(0);
    for (let row = 0; row < this.cellRows; row++) this.markEdgesInRow(cells, row);
  }

  /** Returns whether a block or one around it has a border. */
  hasEdge(row: number, column: number): boolean {
    const { rows, columns, borders } = this;
    for (let line = Math.max(0, row - 1); line < Math.min(rows, row + 2); line++) {
      for (let at = Math.max(0, column - 1); at < Math.min(columns, column + 2); at++) {
        if (borders[line * columns + at] !== 0) return true;
      }
    }
    return false;
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
      if ((around & VISIBLE) === 0) continue;
      this.markAround(cells, row, column);
      this.borders[Math.floor(row / this.block) * this.columns + Math.floor(column / this.block)] = 1;
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
}
