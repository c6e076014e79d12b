import {
  type ClipLocation,
  clipPathOf,
  type ClipFilter,
  formatPath,
  isTweens,
  type Warning,
} from '../../edit/model.ts';
import type { Media } from '../media/media.ts';
import { toAnimatedNumber } from './animated-number.ts';
import { isAlwaysNeutral, type ResolvedFilter } from './resolved-filter.ts';

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
    return file?.kind === 'lut' ? [{ ...resolveFilter(rest), lut: file }] : [];
  });
  const effective = resolved.filter((filter) => !isAlwaysNeutral(filter));
  return effective.length > 0 ? { filters: effective } : {};
}

const OUTSIDE =
  'The region lies outside of the picture, so the filter is not seen. The picture reaches from 0 to 1, from its top left corner.';

/** True if a region never touches the picture. Tweens are not followed. */
function isOutside({ x = 0, y = 0, width = 1, height = 1 }: NonNullable<ClipFilter['region']> = {}): boolean {
  const isBeside = (start: unknown, side: unknown): boolean =>
    typeof start === 'number' && typeof side === 'number' && (start >= 1 || start + side <= 0) && side > 0;
  return isBeside(x, width) || isBeside(y, height);
}

/** Warns of filters that never change anything. */
export function filterWarnings(location: ClipLocation): Warning[] {
  const { filters = [] } = location.clip;
  return filters.flatMap((filter, index) => {
    const field = formatPath([...clipPathOf(location), 'filters', index]);
    if (isOutside(filter.region)) return [{ field: `${field}.region`, text: OUTSIDE }];
    if (!isAlwaysNeutral(resolveFilter(filter))) return [];
    return [{ field, text: `The filter "${filter.type}" changes nothing. Change its values, or remove it.` }];
  });
}

function resolveFilter(filter: ClipFilter | Omit<Lut, 'src'>): ResolvedFilter {
  // The cast is safe: the type of a filter stays.
  return resolvePart(filter) as ResolvedFilter;
}

/** Resolves the numbers of a part of a filter. */
function resolvePart(part: unknown): unknown {
  if (typeof part === 'number' || isTweens(part)) return toAnimatedNumber(part, 0);
  if (Array.isArray(part)) return part.map(resolvePart);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolvePart(value)]));
}
