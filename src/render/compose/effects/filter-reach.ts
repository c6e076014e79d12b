import type { AnimatedNumber } from '../../resolve/animated-number.ts';
import type { ResolvedFilter } from '../../resolve/filters.ts';

/** Distance from a point, in standard deviations, beyond which its blur is invisible. */
const REACH_SIGMAS = 3;

/** Returns the pixels of the output by which filters draw beyond a picture at most. */
export function reachOf(filters: readonly ResolvedFilter[]): number {
  return filters.reduce((reach, filter) => reach + reachOfOne(filter), 0);
}

function reachOfOne(filter: ResolvedFilter): number {
  // The casts are safe: these fields are animated numbers.
  if (filter.type === 'blur') return REACH_SIGMAS * largestOf(filter['radius'] as AnimatedNumber);
  return filter.type === 'directionalBlur' ? largestOf(filter['length'] as AnimatedNumber) / 2 : 0;
}

function largestOf(value: AnimatedNumber): number {
  if (typeof value === 'number') return value;
  return value.reduce((largest, { from, to }) => Math.max(largest, from, to), 0);
}
