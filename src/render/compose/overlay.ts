import type { Plane, Planes } from '../av/video/video-frame.ts';
import type { PixelSize } from '../scene/placement.ts';
import type { PlacedPlanes } from './planes/paint.ts';
import type { Surface } from './planes/surface.ts';

/** A picture that is painted over all layers. */
export interface OverlayMark {
  readonly image: PlacedPlanes;
  /** 0 to 1. */
  readonly opacity: number;
}

/**
 * The samples of one plane that the marks change, row by row. A sample becomes `(sample * keep + add) >> 8`.
 */
interface PlaneSamples {
  /** The start index of each row in the lists below, and the end of the last row. */
  readonly rows: Uint32Array;
  readonly columns: Uint16Array;
  /** 0 to 256. */
  readonly keep: Uint16Array;
  readonly add: Uint16Array;
}

/** One plane of one mark. All numbers are in samples of that plane. */
interface PlanePatch extends PixelSize {
  readonly x: number;
  readonly y: number;
  /** The samples. Undefined if all are 255. */
  readonly from: Plane | undefined;
  readonly alpha: Plane | undefined;
  readonly opacity: number;
}

/**
 * Marks that are the same on every frame. Only the samples that they cover are stored and painted, so gaps
 * between the marks cost nothing.
 */
export class Overlay {
  private readonly y: PlaneSamples;
  private readonly u: PlaneSamples;
  private readonly v: PlaneSamples;
  private readonly alpha: PlaneSamples | undefined;

  /** @param output the surface. Marks are cropped to it, and are in full colour if the surface is. */
  constructor(marks: readonly OverlayMark[], output: Surface) {
    const step = output.fullColour ? 1 : 2;
    const chroma = { width: Math.ceil(output.width / step), height: Math.ceil(output.height / step) };
    this.y = collectSamples(
      marks.map((mark) => createPatch(mark, 'y', 1)),
      output,
    );
    this.u = collectSamples(
      marks.map((mark) => createPatch(mark, 'u', step)),
      chroma,
    );
    this.v = collectSamples(
      marks.map((mark) => createPatch(mark, 'v', step)),
      chroma,
    );
    if (output.hasAlpha !== true) return;
    this.alpha = collectSamples(
      marks.map((mark) => ({ ...createPatch(mark, 'y', 1), from: undefined })),
      output,
    );
  }

  /** Paints the marks. @param output planes of the size passed to the constructor. */
  paint(output: Planes): void {
    blendSamples(output.y, this.y);
    blendSamples(output.u, this.u);
    blendSamples(output.v, this.v);
    if (output.alpha && this.alpha) blendSamples(output.alpha, this.alpha);
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
        // The 128 rounds to the nearest.
        add.push((from ? (from.data[fromRow * from.stride + fromColumn] ?? 0) : 255) * amount + 128);
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
    // The last entry of `rows` is the length of the lists, so every index is valid.
    const end = rows[row + 1] as number;
    for (let index = rows[row] as number; index < end; index++) {
      const at = start + (columns[index] as number);
      data[at] = ((data[at] as number) * (keep[index] as number) + (add[index] as number)) >> 8;
    }
  }
}
