import type { Seconds } from '../../../base/time.ts';
import type { Planes } from '../../av/video/video-frame.ts';
import { hasSteps } from '../../grade/colour-filters.ts';
import type { FilterValues } from '../../grade/filter-values.ts';
import { createGrade } from '../../grade/grade.ts';
import { filtersAt, isAnimated, type ResolvedFilter } from '../../resolve/filters.ts';
import type { ColourPlanes } from '../layers/colour-filter.ts';
import type { PlaneFilter } from '../layers/filtered-source.ts';
import { ExactGrade } from './exact-grade.ts';
import { GradeTable } from './grade-table.ts';

/** Samples of Y from one exact result to the next while values move: the table is then filled for each frame. */
const MOVING_STEP = 4;

/** Applies the filters of a clip that change each pixel by its colour alone, all of them at once. */
export class Grader {
  private readonly filters: readonly ResolvedFilter[];
  private readonly isAnimated: boolean;
  private last: { readonly key: string; readonly filter: PlaneFilter | undefined } | undefined;
  private table: GradeTable | undefined;

  constructor(filters: readonly ResolvedFilter[]) {
    this.filters = filters;
    this.isAnimated = filters.some(isAnimated);
  }

  /** Returns the filter of a moment. Undefined if nothing changes. @param time seconds since the start of the clip. */
  at(time: Seconds): PlaneFilter | undefined {
    const values = filtersAt(this.filters, time);
    const key = JSON.stringify(values);
    if (this.last?.key !== key)
      this.last = { key, filter: values.length > 0 ? this.createFilter(values) : undefined };
    return this.last.filter;
  }

  private createFilter(values: readonly FilterValues[]): PlaneFilter {
    const grade = createGrade(values);
    let exact: ExactGrade | undefined;
    let isFilled = false;
    return {
      apply: (from: Planes, to: ColourPlanes) => {
        if (from.fullColour || values.some(hasSteps)) {
          (exact ??= new ExactGrade(grade)).apply(from, to);
          return;
        }
        // The table is large, so all moments of a clip share it.
        this.table ??= new GradeTable();
        if (!isFilled) this.table.fill(grade, this.isAnimated ? MOVING_STEP : 1);
        isFilled = true;
        this.table.apply(from, to);
      },
    };
  }
}
