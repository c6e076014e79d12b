import { type AnimatedNumber, valueRangeOf } from '../../resolve/animated-number.ts';
import type { ResolvedFilter } from '../../resolve/resolved-filter.ts';

/** Distance from a point, in standard deviations, beyond which its blur is invisible. */
const REACH_SIGMAS = 3;

/** Returns the pixels of the output by which filters draw beyond a picture at most. */
export function reachOf(filters: readonly ResolvedFilter[]): number {
  return filters.reduce((reach, filter) => reach + reachOfOne(filter), 0);
}

function reachOfOne(filter: ResolvedFilter): number {
  // The casts are safe: these fields are animated numbers.
  if (filter.type === 'blur') return REACH_SIGMAS * valueRangeOf(filter['radius'] as AnimatedNumber).greatest;
  return filter.type === 'directionalBlur'
    ? valueRangeOf(filter['length'] as AnimatedNumber).greatest / 2
    : 0;
}
