import type { Clip } from '../schema/clip.ts';
import type { ClipFilter } from '../schema/filters.ts';

/** Work of filters that are more than a look at a table, compared with moving a layer (docs/filters.md, "What they cost"). */
const WEIGHTS: Partial<Record<ClipFilter['type'], number>> = {
  posterize: 12,
  grain: 10,
  pixelate: 25,
  edges: 25,
  blur: 45,
  sharpen: 45,
  glow: 60,
  chromaticAberration: 60,
  directionalBlur: 65,
};
/** The least work of a filter that needs the picture in floats. */
const LEAST_IN_FLOATS = 25;

/** Returns the work at the filters of a clip. */
export function weighFilters({ filters = [] }: Clip): number {
  const weigh = ({ type, region }: ClipFilter): number =>
    (WEIGHTS[type] ?? 0) + (region ? LEAST_IN_FLOATS : 0);
  return filters.reduce((sum, filter) => sum + weigh(filter), filters.length > 0 ? 1 : 0);
}

/** True if filters of a clip need copies of its whole picture. */
export function needsFloats({ filters = [] }: Clip): boolean {
  return filters.some(({ type, region }) => region !== undefined || (WEIGHTS[type] ?? 0) >= LEAST_IN_FLOATS);
}
