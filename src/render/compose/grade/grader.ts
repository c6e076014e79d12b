import { nearestFrame, type Rate, type Seconds } from '../../../base/time.ts';
import { describeFilters } from '../../grade/colour-filters.ts';
import type { FilterValues } from '../../grade/filter-values.ts';
import { isSpatial } from '../../grade/kinds.ts';
import { splitStages } from '../../grade/stages.ts';
import { filtersAt, isAnimated, type ResolvedFilter } from '../../resolve/resolved-filter.ts';
import type { PlaneFilter } from '../layers/filtered-source.ts';
import { StageGrader } from './stage-grader.ts';

/** Samples of Y from one exact result to the next while values move: the table is then filled for each frame. */
const MOVING_STEP = 4;

/** Applies filters that change each pixel by its colour and its place. */
export class Grader {
  private readonly filters: readonly ResolvedFilter[];
  private readonly rate: Rate;
  private readonly scale: number;
  private readonly step: number;
  private readonly stages: { readonly key: string; readonly grader: StageGrader }[] = [];
  private last: { readonly key: string; readonly filter: PlaneFilter | undefined } | undefined;

  /** @param rate frame rate of the output. @param scale pixels of a picture per pixel of the output. */
  constructor(filters: readonly ResolvedFilter[], rate: Rate, scale: number) {
    this.filters = filters;
    this.rate = rate;
    this.scale = scale;
    this.step = filters.some(isAnimated) ? MOVING_STEP : 1;
  }

  /** Returns the filter of a moment. Undefined if nothing changes. @param time seconds since the start of the clip. */
  at(time: Seconds): PlaneFilter | undefined {
    return this.filterOf(filtersAt(this.filters, time), time);
  }

  /** Returns the filter for some of the filters at a moment. Undefined if there are none. */
  filterOf(values: readonly FilterValues[], time: Seconds): PlaneFilter | undefined {
    const frame = values.some(({ type }) => type === 'grain') ? nearestFrame(time, this.rate) : 0;
    const key = `${frame} ${describeFilters(values)}`;
    if (this.last?.key !== key)
      this.last = { key, filter: values.length > 0 ? this.createFilter(values, frame) : undefined };
    return this.last.filter;
  }

  private createFilter(values: readonly FilterValues[], frame: number): PlaneFilter {
    const pixelwise = values.filter((filter) => !isSpatial(filter));
    const graders = splitStages(pixelwise).map((stage, index) => {
      const key = describeFilters([...stage.colours, ...(stage.placed ? [stage.placed] : [])]);
      const kept = this.stages[index];
      const grader =
        kept?.key === key ? kept.grader : new StageGrader(stage, this.step, this.scale, kept?.grader);
      this.stages[index] = { key, grader };
      return grader;
    });
    return {
      apply: (from, to, place) => {
        let current = from;
        for (const grader of graders) {
          grader.apply(current, to, place, frame);
          current = { ...from, ...to };
        }
      },
    };
  }
}
