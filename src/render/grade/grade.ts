import { clamp, type Rgb } from './colour.ts';
import { changeOf, type ColourChange } from './colour-filters.ts';
import type { ColourValues } from './filter-values.ts';

/**
 * Returns the function that applies filters to a colour, in place, in their order. Each result is clamped to 0 to 1,
 * and nothing is rounded. Pure.
 */
export function createGrade(filters: readonly ColourValues[]): (colour: Rgb) => void {
  const changes = filters.map(changeOf);
  return (colour) => {
    for (const change of changes) apply(change, colour);
  };
}

function apply(change: ColourChange, colour: Rgb): void {
  if (typeof change === 'function') change(colour);
  else {
    colour[0] = change[0](colour[0]);
    colour[1] = change[1](colour[1]);
    colour[2] = change[2](colour[2]);
  }
  colour[0] = clamp(colour[0]);
  colour[1] = clamp(colour[1]);
  colour[2] = clamp(colour[2]);
}
