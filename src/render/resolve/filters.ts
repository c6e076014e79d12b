import type { Seconds } from '../../base/time.ts';
import {
  type ClipLocation,
  clipPathOf,
  type ClipFilter,
  formatPath,
  isTweens,
  type Warning,
} from '../../edit/model.ts';
import type { Media } from '../media/media.ts';
import { isNeutral } from '../grade/kinds.ts';
import type { FilterValues } from '../grade/filter-values.ts';
import { type AnimatedNumber, toAnimatedNumber } from './animated-number.ts';
import { valueAt } from './tween.ts';

/** A filter of an edit whose numbers are animated numbers. Its other fields are as the client wrote them. */
export interface ResolvedFilter {
  readonly type: ClipFilter['type'];
  readonly [field: string]: unknown;
}

/** A lookup table of an edit. */
type Lut = Extract<ClipFilter, { readonly type: 'lut' }>;

/** Resolves the filters of a clip, without those that never change anything. */
export function resolveFilters(
  filters: readonly ClipFilter[] = [],
  media: ReadonlyMap<string, Media>,
): { readonly filters?: ResolvedFilter[] } {
  const resolved = filters.flatMap((filter) => {
    if (filter.type !== 'lut') return [resolveFilter(filter)];
    const { src, ...rest } = filter;
    const file = media.get(src);
    return file?.kind === 'lut' ? [{ ...resolveFilter(rest), lut: { id: file.id, text: file.text } }] : [];
  });
  const effective = resolved.filter((filter) => !isAlwaysNeutral(filter));
  return effective.length > 0 ? { filters: effective } : {};
}

/** True if a number of a filter changes over time. */
export function isAnimated(filter: ResolvedFilter): boolean {
  return listNumbers(filter).some((value) => typeof value !== 'number');
}

/** Warns of filters that never change anything. */
export function filterWarnings(location: ClipLocation): Warning[] {
  const { filters = [] } = location.clip;
  return filters.flatMap((filter, index) => {
    if (!isAlwaysNeutral(resolveFilter(filter))) return [];
    const field = formatPath([...clipPathOf(location), 'filters', index]);
    return [{ field, text: `The filter "${filter.type}" changes nothing. Change its values, or remove it.` }];
  });
}

/** Returns the filters that change something at one moment. @param time seconds since the start of the clip. */
export function filtersAt(filters: readonly ResolvedFilter[] = [], time: Seconds): FilterValues[] {
  return filters.map((filter) => valuesAt(filter, time)).filter((values) => !isNeutral(values));
}

function resolveFilter(filter: ClipFilter | Omit<Lut, 'src'>): ResolvedFilter {
  // The cast is safe: the type of a filter stays.
  return resolvePart(filter) as ResolvedFilter;
}

function isAlwaysNeutral(filter: ResolvedFilter): boolean {
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
  const fields = Object.entries(filter).map(([name, part]) => [name, read(part)] as const);
  // The cast is safe: a resolved filter has the fields of a filter.
  return Object.fromEntries(fields) as unknown as FilterValues;
}

/** Returns a number at one moment, between the ends of its tweens: easings that overshoot must not leave its range. */
function insideAt(number: AnimatedNumber, time: Seconds): number {
  const value = valueAt(number, time);
  if (typeof number === 'number') return value;
  const ends = number.flatMap(({ from, to }) => [from, to]);
  return Math.min(Math.max(...ends), Math.max(Math.min(...ends), value));
}

function listNumbers(part: unknown): AnimatedNumber[] {
  if (isNumber(part)) return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(listNumbers) : [];
}

function isNumber(part: unknown): part is AnimatedNumber {
  return typeof part === 'number' || isTweens(part);
}

/** Resolves the numbers of a part of a filter. */
function resolvePart(part: unknown): unknown {
  if (typeof part === 'number' || isTweens(part)) return toAnimatedNumber(part, 0);
  if (Array.isArray(part)) return part.map(resolvePart);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolvePart(value)]));
}
