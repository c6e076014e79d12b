import type { Plane, Planes } from '../av/picture.ts';

/** Where a picture differs from what is shown: for each block of 2x2 pixels 1 or 0, and the rectangle of blocks around all 1. */
export interface Changes {
  readonly blocks: Uint8Array;
  /** Blocks in a row. */
  readonly columns: number;
  /** In blocks, `right` and `bottom` exclusive; nothing has changed where they are 0. */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * What is shown, as far as it has been drawn: a block of 2x2 pixels, which share their colour, is drawn anew when one of its samples
 * differs by more than the tolerance from what it was when it was drawn last. So no error grows, however slowly a picture changes.
 */
export class Shown {
  private readonly tolerance: number;
  private planes: Planes | undefined;

  /** @param tolerance in steps of 8-bit samples, 0 for none. */
  constructor(tolerance: number) {
    this.tolerance = tolerance;
  }

  /** Finds what a picture changes, and takes that for shown. */
  update(picture: Planes): Changes {
    const columns = (picture.width + 1) >> 1;
    const rows = (picture.height + 1) >> 1;
    const blocks = new Uint8Array(columns * rows);
    if (!this.planes) {
      this.planes = copyOf(picture);
      return { blocks: blocks.fill(1), columns, left: 0, top: 0, right: columns, bottom: rows };
    }
    const found = { left: columns, top: rows, right: 0, bottom: 0 };
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        if (!this.differs(picture, this.planes, column, row)) continue;
        blocks[row * columns + column] = 1;
        found.left = Math.min(found.left, column);
        found.top = Math.min(found.top, row);
        found.right = Math.max(found.right, column + 1);
        found.bottom = row + 1;
        take(this.planes, picture, column, row);
      }
    }
    return { blocks, columns, ...found };
  }

  private differs(picture: Planes, shown: Planes, column: number, row: number): boolean {
    const { tolerance } = this;
    if (Math.abs(sample(picture.u, column, row) - sample(shown.u, column, row)) > tolerance) return true;
    if (Math.abs(sample(picture.v, column, row) - sample(shown.v, column, row)) > tolerance) return true;
    const right = Math.min(2 * column + 1, picture.width - 1);
    const bottom = Math.min(2 * row + 1, picture.height - 1);
    for (let y = 2 * row; y <= bottom; y++) {
      for (let x = 2 * column; x <= right; x++) {
        if (Math.abs(sample(picture.y, x, y) - sample(shown.y, x, y)) > tolerance) return true;
      }
    }
    return false;
  }
}

function sample({ data, stride }: Plane, x: number, y: number): number {
  return data[y * stride + x] as number;
}

function take(to: Planes, from: Planes, column: number, row: number): void {
  copySample(to.u, from.u, column, row);
  copySample(to.v, from.v, column, row);
  const right = Math.min(2 * column + 1, from.width - 1);
  const bottom = Math.min(2 * row + 1, from.height - 1);
  for (let y = 2 * row; y <= bottom; y++) {
    for (let x = 2 * column; x <= right; x++) copySample(to.y, from.y, x, y);
  }
}

function copySample(to: Plane, from: Plane, x: number, y: number): void {
  to.data[y * to.stride + x] = from.data[y * from.stride + x] as number;
}

function copyOf({ width, height, y, u, v }: Planes): Planes {
  const plane = ({ data, stride }: Plane): Plane => ({ data: Uint8Array.from(data), stride });
  return { width, height, y: plane(y), u: plane(u), v: plane(v) };
}
