import type { Plane, Planes } from '../av/video/video-frame.ts';

/** The changes of a picture. `blocks` has 1 for each changed block of 2x2 pixels and 0 for the others. */
export interface FrameChanges {
  readonly blocks: Uint8Array;
  /** Blocks per row. */
  readonly columns: number;
  /**
   * The bounding rectangle of the changed blocks, in blocks. `right` and `bottom` are exclusive. If nothing
   * has changed, `right` and `bottom` are 0.
   */
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Tracks the picture of a GIF, in blocks of 2x2 pixels. The pixels of a block share their chroma samples. A block
 * counts as changed in two cases. First, if a sample differs by more than the tolerance from the sample that
 * was drawn last. The comparison with the drawn sample keeps errors from accumulating in slow changes.
 * Second, if a sample differs at all from the sample that was drawn last, and the block is the same as in the
 * previous picture. Such a block has come to rest and is drawn exactly, so that moving objects leave no
 * traces.
 */
export class ChangeTracker {
  private readonly tolerance: number;
  private planes: { readonly shown: Planes; readonly before: Planes } | undefined;

  /** @param tolerance in 8-bit steps, 0 for none. */
  constructor(tolerance: number) {
    this.tolerance = tolerance;
  }

  /** Returns the changed blocks of a picture and records them as drawn. */
  update(frame: Planes): FrameChanges {
    const columns = (frame.width + 1) >> 1;
    const rows = (frame.height + 1) >> 1;
    const blocks = new Uint8Array(columns * rows);
    if (!this.planes) {
      this.planes = { shown: copyPlanes(frame), before: copyPlanes(frame) };
      return { blocks: blocks.fill(1), columns, left: 0, top: 0, right: columns, bottom: rows };
    }
    const { shown, before } = this.planes;
    const found = { left: columns, top: rows, right: 0, bottom: 0 };
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        if (!this.isChanged(frame, shown, before, column, row)) continue;
        blocks[row * columns + column] = 1;
        found.left = Math.min(found.left, column);
        found.top = Math.min(found.top, row);
        found.right = Math.max(found.right, column + 1);
        found.bottom = row + 1;
        copyBlock(shown, frame, column, row);
      }
    }
    for (const plane of ['y', 'u', 'v'] as const) before[plane].data.set(frame[plane].data);
    return { blocks, columns, ...found };
  }

  private isChanged(frame: Planes, shown: Planes, before: Planes, column: number, row: number): boolean {
    const difference = maxDifference(frame, shown, column, row);
    if (difference === 0) return false;
    return difference > this.tolerance || maxDifference(frame, before, column, row) === 0;
  }
}

/** Returns the largest difference between the samples of a block in two pictures. */
function maxDifference(one: Planes, other: Planes, column: number, row: number): number {
  let max = Math.max(
    Math.abs(sampleAt(one.u, column, row) - sampleAt(other.u, column, row)),
    Math.abs(sampleAt(one.v, column, row) - sampleAt(other.v, column, row)),
  );
  const right = Math.min(2 * column + 1, one.width - 1);
  const bottom = Math.min(2 * row + 1, one.height - 1);
  for (let y = 2 * row; y <= bottom; y++) {
    for (let x = 2 * column; x <= right; x++) {
      const difference = Math.abs(sampleAt(one.y, x, y) - sampleAt(other.y, x, y));
      if (difference > max) max = difference;
    }
  }
  return max;
}

function sampleAt({ data, stride }: Plane, x: number, y: number): number {
  return data[y * stride + x] as number;
}

function copyBlock(to: Planes, from: Planes, column: number, row: number): void {
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

function copyPlanes({ width, height, y, u, v }: Planes): Planes {
  const plane = ({ data, stride }: Plane): Plane => ({ data: Uint8Array.from(data), stride });
  return { width, height, y: plane(y), u: plane(u), v: plane(v) };
}
