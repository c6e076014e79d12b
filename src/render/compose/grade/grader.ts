import type { Seconds } from '../../../base/time.ts';
import { describeFilters, hasSteps } from '../../grade/colour-filters.ts';
import type { FilterValues } from '../../grade/filter-values.ts';
import { type FilterStage, splitStages } from '../../grade/stages.ts';
import { createGrade } from '../../grade/grade.ts';
import { filtersAt, isAnimated, type ResolvedFilter } from '../../resolve/filters.ts';
import type { PixelSize } from '../../scene/placement.ts';
import type { PlaneFilter, PlanePlace } from '../layers/filtered-source.ts';
import { ExactGrade } from './exact-grade.ts';
import { createVignette } from '../../grade/vignette.ts';
import { GradeTable } from './grade-table.ts';
import { PlaneMask } from './plane-mask.ts';

/** Samples of Y from one exact result to the next while values move: the table is then filled for each frame. */
const MOVING_STEP = 4;

/** Applies the filters of a clip that change each pixel by its colour and its place. */
export class Grader {
  private readonly filters: readonly ResolvedFilter[];
  private readonly isAnimated: boolean;
  private last: { readonly key: string; readonly filter: PlaneFilter | undefined } | undefined;
  /** The tables of the stages. */
  private readonly tables: GradeTable[] = [];

  constructor(filters: readonly ResolvedFilter[]) {
    this.filters = filters;
    this.isAnimated = filters.some(isAnimated);
  }

  /** Returns the filter of a moment. Undefined if nothing changes. @param time seconds since the start of the clip. */
  at(time: Seconds): PlaneFilter | undefined {
    const values = filtersAt(this.filters, time);
    const key = describeFilters(values);
    if (this.last?.key !== key)
      this.last = { key, filter: values.length > 0 ? this.createFilter(values) : undefined };
    return this.last.filter;
  }

  /** Creates the filter of a moment: colours and a vignette after them are computed together. */
  private createFilter(values: readonly FilterValues[]): PlaneFilter {
    const stages = splitStages(values).map((stage, index) => this.createStage(stage, index));
    return {
      apply: (from, to, place) => {
        let current = from;
        for (const stage of stages) {
          stage(current, to, place);
          current = { ...from, ...to };
        }
      },
    };
  }

  private createStage({ colours, vignette }: FilterStage, index: number): PlaneFilter['apply'] {
    const grade = createGrade(colours);
    let exact: ExactGrade | undefined;
    let filled: GradeTable | undefined;
    let mask: { readonly key: string; readonly mask: PlaneMask } | undefined;
    const maskFor = (size: PixelSize, place: PlanePlace): PlaneMask | undefined => {
      if (!vignette) return undefined;
      const key = JSON.stringify([
        size.width,
        size.height,
        place.x,
        place.y,
        place.layer.placement,
        place.layer.matrix,
      ]);
      if (mask?.key !== key) mask = { key, mask: new PlaneMask(size, place, createVignette(vignette)) };
      return mask.mask;
    };
    return (from, to, place) => {
      const factors = maskFor(from, place);
      if (from.fullColour || colours.some(hasSteps)) {
        (exact ??= new ExactGrade(grade)).apply(from, to);
        if (from.fullColour) factors?.multiply(to);
        else factors?.multiplyPlanes(to);
        return;
      }
      // A table is large, so all moments of a clip share it.
      const table = (this.tables[index] ??= new GradeTable());
      if (!filled) table.fill(grade, this.isAnimated ? MOVING_STEP : 1);
      filled = table;
      table.apply(from, to, factors);
    };
  }
}
