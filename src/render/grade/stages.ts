import { isPlaced } from './colour-filters.ts';
import type { ColourValues, FilterValues, ValuesOf } from './filter-values.ts';

/** Filters that are computed together: of colours, and a vignette after them. */
export interface FilterStage {
  readonly colours: readonly ColourValues[];
  readonly vignette?: ValuesOf<'vignette'>;
}

/** Splits filters into stages, in their order. */
export function splitStages(values: readonly FilterValues[]): FilterStage[] {
  const stages: FilterStage[] = [];
  let colours: ColourValues[] = [];
  for (const filter of values) {
    if (!isPlaced(filter)) {
      colours.push(filter);
      continue;
    }
    stages.push({ colours, vignette: filter });
    colours = [];
  }
  return colours.length > 0 ? [...stages, { colours }] : stages;
}
