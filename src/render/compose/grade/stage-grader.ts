import type { Plane, Planes } from '../../av/video/video-frame.ts';
import { hasSteps } from '../../grade/colour-filters.ts';
import type { ValuesOf } from '../../grade/filter-values.ts';
import { createGrade } from '../../grade/grade.ts';
import { createGrain } from '../../grade/grain.ts';
import type { FilterStage } from '../../grade/stages.ts';
import { createVignette } from '../../grade/vignette.ts';
import type { ColourPlanes } from '../layers/colour-filter.ts';
import type { PlanePlace } from '../layers/filtered-source.ts';
import { ExactGrade } from './exact-grade.ts';
import { GradeTable } from './grade-table.ts';
import { PlaneMask } from './plane-mask.ts';

/** Applies filters of colours, and the vignette or the grain after them. */
export class StageGrader {
  private readonly stage: FilterStage;
  private readonly step: number;
  private readonly scale: number;
  private exact: ExactGrade | undefined;
  /** A table is large, so all moments of a clip share it. */
  private table: GradeTable | undefined;
  private isFilled = false;
  private mask: { readonly key: string; readonly mask: PlaneMask } | undefined;

  /**
   * @param step samples of Y from one exact result to the next.
   * @param scale pixels of a picture per pixel of the output.
   * @param before the one of the moment before, which is not used any more.
   */
  constructor(stage: FilterStage, step: number, scale: number, before?: StageGrader) {
    this.stage = stage;
    this.step = step;
    this.scale = scale;
    this.table = before?.table;
  }

  /** Filters a picture. See `PlaneFilter`. @param frame index of the frame, for grain. */
  apply(from: Planes, to: ColourPlanes, place: PlanePlace, frame: number): void {
    const { colours, placed } = this.stage;
    const mask = placed?.type === 'vignette' ? this.maskFor(from, place, placed) : undefined;
    if (from.fullColour || colours.some(hasSteps)) {
      (this.exact ??= new ExactGrade(createGrade(colours))).apply(from, to);
      if (from.fullColour) mask?.multiply(to);
      else mask?.multiplyPlanes(to);
    } else if (colours.length > 0 || mask) this.filledTable().apply(from, to, mask);
    else copyPlanes(from, to);
    if (placed?.type === 'grain') addGrain(from, to, place, placed, { scale: this.scale, frame });
  }

  private filledTable(): GradeTable {
    this.table ??= new GradeTable();
    if (!this.isFilled) this.table.fill(createGrade(this.stage.colours), this.step);
    this.isFilled = true;
    return this.table;
  }

  private maskFor(size: Planes, place: PlanePlace, values: ValuesOf<'vignette'>): PlaneMask {
    const { x, y, layer } = place;
    const key = JSON.stringify([size.width, size.height, x, y, layer.placement, layer.matrix]);
    if (this.mask?.key !== key) this.mask = { key, mask: new PlaneMask(size, place, createVignette(values)) };
    return this.mask.mask;
  }
}

function copyPlanes({ width, height, y, u, v }: Planes, to: ColourPlanes): void {
  copyPlane(y, to.y, width, height);
  copyPlane(u, to.u, width / 2, height / 2);
  copyPlane(v, to.v, width / 2, height / 2);
}

function copyPlane(from: Plane, to: Plane, width: number, height: number): void {
  for (let row = 0; row < height; row++)
    to.data.set(from.data.subarray(row * from.stride, row * from.stride + width), row * to.stride);
}

/** Adds grain to a picture. Its colours stay: only the brightness changes. */
function addGrain(
  { width, height, fullColour }: Planes,
  { y, u, v }: ColourPlanes,
  place: PlanePlace,
  { amount, size = 1, seed = 0 }: ValuesOf<'grain'>,
  { scale, frame }: { readonly scale: number; readonly frame: number },
): void {
  const side = Math.max(1, size * scale);
  const grainAt = createGrain(amount, seed, frame);
  const [planes, range, least, most] = fullColour
    ? ([[y, u, v], 255, 0, 255] as const)
    : ([[y], 219, 16, 235] as const);
  for (let row = 0; row < height; row++) {
    const down = Math.floor((place.y + row) / side);
    let [grain, known] = [0, Number.NaN];
    for (let column = 0; column < width; column++) {
      const across = Math.floor((place.x + column) / side);
      if (across !== known) grain = range * grainAt(across, down);
      known = across;
      for (const { data, stride } of planes) {
        const at = row * stride + column;
        // The cast is safe because the index is inside the plane.
        data[at] = Math.round(Math.min(most, Math.max(least, (data[at] as number) + grain)));
      }
    }
  }
}
