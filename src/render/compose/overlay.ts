import type { Plane, Planes } from '../av/video/video-frame.ts';
import type { PixelSize } from '../scene/placement.ts';
import type { PlacedPlanes } from './planes/paint.ts';

/** A painting that lies over everything else, and how much of it is seen, 0 to 1. */
export interface OverlayMark {
  readonly image: PlacedPlanes;
  readonly opacity: number;
}

/** The samples of one plane that change, row by row: `under` becomes `(under * keep + add) >> 8`. */
interface PlaneSamples {
  /** Where each row begins in the lists below, and where the last one ends. */
  readonly rows: Uint32Array;
  readonly columns: Uint16Array;
  /** 0 to 256. */
  readonly keep: Uint16Array;
  readonly add: Uint16Array;
}

/** One plane of one mark, all numbers in samples of that plane. */
interface PlanePatch extends PixelSize {
  readonly x: number;
  readonly y: number;
  readonly from: Plane;
  readonly alpha: Plane | undefined;
  readonly opacity: number;
}

/**
 * Marks that are the same on every picture. Only the samples that they cover are kept: painting costs no more than those,
 * however far apart they lie.
 */
export class Overlay {
  private readonly y: PlaneSamples;
  private readonly u: PlaneSamples;
  private readonly v: PlaneSamples;

  /** @param output size in pixels; what of a mark lies beyond it is left out. */
  constructor(marks: readonly OverlayMark[], output: PixelSize) {
    const half = { width: (output.width + 1) >> 1, height: (output.height + 1) >> 1 };
    this.y = collectSamples(
      marks.map((mark) => createPatch(mark, 'y', 1)),
      output,
    );
    this.u = collectSamples(
      marks.map((mark) => createPatch(mark, 'u', 2)),
      half,
    );
    this.v = collectSamples(
      marks.map((mark) => createPatch(mark, 'v', 2)),
      half,
    );
  }

  /** Paints the marks. @param output of the size that was given. */
  paint(output: Planes): void {
    blendSamples(output.y, this.y);
    blendSamples(output.u, this.u);
    blendSamples(output.v, this.v);
  }
}

function createPatch({ image, opacity }: OverlayMark, plane: 'y' | 'u' | 'v', step: 1 | 2): PlanePatch {
  const { planes, x, y } = image;
  const alpha = step === 1 ? planes.alpha : planes.chromaAlpha;
  const size = { width: planes.width / step, height: planes.height / step };
  return { x: x / step, y: y / step, ...size, from: planes[plane], alpha, opacity };
}

function collectSamples(patches: readonly PlanePatch[], { width, height }: PixelSize): PlaneSamples {
  const rows = [0];
  const columns: number[] = [];
  const keep: number[] = [];
  const add: number[] = [];
  for (let row = 0; row < height; row++) {
    for (const { x, y, from, alpha, opacity, ...size } of patches) {
      if (row < y || row >= y + size.height) continue;
      for (let column = Math.max(0, x); column < Math.min(width, x + size.width); column++) {
        const [fromRow, fromColumn] = [row - y, column - x];
        const coverage = alpha?.data[fromRow * alpha.stride + fromColumn] ?? 255;
        const amount = Math.round((coverage / 255) * opacity * 256);
        if (amount === 0) continue;
        columns.push(column);
        keep.push(256 - amount);
        // The half rounds.
        add.push((from.data[fromRow * from.stride + fromColumn] ?? 0) * amount + 128);
      }
    }
    rows.push(columns.length);
  }
  return {
    rows: Uint32Array.from(rows),
    columns: Uint16Array.from(columns),
    keep: Uint16Array.from(keep),
    add: Uint16Array.from(add),
  };
}

function blendSamples({ data, stride }: Plane, { rows, columns, keep, add }: PlaneSamples): void {
  for (let row = 0; row + 1 < rows.length; row++) {
    const start = row * stride;
    // The lists are as long as the last row says.
    const end = rows[row + 1] as number;
    for (let index = rows[row] as number; index < end; index++) {
      const at = start + (columns[index] as number);
      data[at] = ((data[at] as number) * (keep[index] as number) + (add[index] as number)) >> 8;
    }
  }
}
