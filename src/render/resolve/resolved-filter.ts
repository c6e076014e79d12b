import { isObject } from '../../base/is-object.ts';
import type { Seconds } from '../../base/time.ts';
// The page of Kinora loads this without the rest of the edit.
import { isTweens } from '../../edit/clips/list-tweens.ts';
import type { ClipFilter } from '../../edit/model.ts';
import { isNeutral } from '../grade/kinds.ts';
import type { FilterValues } from '../grade/filter-values.ts';
import type { AnimatedNumber } from './animated-number.ts';
import { insideAt } from './tween.ts';

/** A filter of an edit whose numbers are animated numbers. Its other fields are as the client wrote them. */
export interface ResolvedFilter {
  readonly type: ClipFilter['type'];
  readonly [field: string]: unknown;
}

/** True if a number of a filter changes over time. */
export function isAnimated(filter: ResolvedFilter): boolean {
  return listNumbers(filter).some((value) => typeof value !== 'number');
}

/** Returns the filters that change something at one moment. @param time seconds since the start of the clip. */
export function filtersAt(filters: readonly ResolvedFilter[] = [], time: Seconds): FilterValues[] {
  return filters.map((filter) => valuesAt(filter, time)).filter((values) => !isNeutral(values));
}

/** True if a filter never changes anything. */
export function isAlwaysNeutral(filter: ResolvedFilter): boolean {
  const tweens = listNumbers(filter).flatMap((value) => (typeof value === 'number' ? [] : value));
  const [first] = tweens;
  if (!first) return isNeutral(valuesAt(filter, undefined));
  // A curve between two equal values does not move.
  return tweens.flatMap(({ start, end }) => [start, end]).every((time) => isNeutral(valuesAt(filter, time)));
}

/** Returns a filter at one moment. @param time irrelevant, if nothing is animated. */
function valuesAt(filter: ResolvedFilter, time: Seconds | undefined): FilterValues {
  const read = (part: unknown): unknown => {
    if (isNumber(part)) return time ? insideAt(part, time) : part;
    if (Array.isArray(part)) return part.map(read);
    return part;
  };
  const readAll = (part: object): object =>
    Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, read(inner)]));
  const { region } = filter;
  const fields = { ...readAll(filter), ...(isObject(region) && { region: readAll(region) }) };
  // The cast is safe: a resolved filter has the fields of a filter.
  return fields as unknown as FilterValues;
}

function listNumbers(part: unknown): AnimatedNumber[] {
  if (isNumber(part)) return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(listNumbers) : [];
}

function isNumber(part: unknown): part is AnimatedNumber {
  return typeof part === 'number' || isTweens(part);
}
