import { isPlaced } from './kinds.ts';
import type { ColourValues, FilterValues, PlacedValues, SpatialValues } from './filter-values.ts';

/** Filters that are computed together: of colours, and a vignette or a grain after them. */
export interface FilterStage {
  readonly colours: readonly ColourValues[];
  readonly placed?: PlacedValues;
}

/** Splits filters into stages, in their order. */
export function splitStages(values: readonly Exclude<FilterValues, SpatialValues>[]): FilterStage[] {
  const stages: FilterStage[] = [];
  let colours: ColourValues[] = [];
  for (const filter of values) {
    if (!isPlaced(filter)) {
      colours.push(filter);
      continue;
    }
    stages.push({ colours, placed: filter });
    colours = [];
  }
  return colours.length > 0 ? [...stages, { colours }] : stages;
}
