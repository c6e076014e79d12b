import { isNeutralColour } from './colour-filters.ts';
import {
  type FilterValues,
  PLACED_TYPES,
  type PlacedValues,
  SPATIAL_TYPES,
  type SpatialValues,
} from './filter-values.ts';

const PLACED: ReadonlySet<string> = new Set(PLACED_TYPES);
const SPATIAL: ReadonlySet<string> = new Set(SPATIAL_TYPES);

/** True if the result of a filter depends on the place of a pixel, too. */
export function isPlaced(values: FilterValues): values is PlacedValues {
  return PLACED.has(values.type);
}

/** True if the results of filters of a type depend on the pixels around. */
function isSpatialType(type: FilterValues['type']): boolean {
  return SPATIAL.has(type);
}

/** True if the result of a filter depends on the pixels around. */
export function isSpatial(values: FilterValues): values is SpatialValues {
  return isSpatialType(values.type);
}

/** True if a filter needs the whole picture before it is placed: for the pixels around, or for a part of the picture. */
export function needsPicture({
  type,
  region,
}: {
  readonly type: FilterValues['type'];
  readonly region?: unknown;
}): boolean {
  return isSpatialType(type) || region !== undefined;
}

/** True if a filter changes nothing at one moment. */
export function isNeutral(values: FilterValues): boolean {
  const { width = 1, height = 1 } = values.region ?? {};
  return width === 0 || height === 0 || changesNothing(values);
}

function changesNothing(values: FilterValues): boolean {
  if (!isPlaced(values) && !isSpatial(values)) return isNeutralColour(values);
  switch (values.type) {
    case 'vignette':
    case 'grain':
      return values.amount === 0;
    case 'blur':
      return values.radius === 0;
    case 'directionalBlur':
      return values.length === 0;
    case 'sharpen':
      return values.amount === 0 || values.radius === 0;
    case 'pixelate':
      return values.size === 1;
    case 'glow':
      return values.amount === 0;
    case 'chromaticAberration':
    case 'edges':
      return values.value === 0;
  }
}
