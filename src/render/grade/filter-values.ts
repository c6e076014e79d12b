import type { ClipFilter } from '../../edit/model.ts';
import type { LutFile } from './cube.ts';

/** A part of an edit at one moment: each number that may have tweens is a number. */
type AtMoment<Part> = Part extends number | string | undefined
  ? Part
  : Part extends readonly (infer Item)[]
    ? [Item] extends [number | readonly unknown[]]
      ? readonly AtMoment<Item>[]
      : never
    : { readonly [Name in keyof Part]: AtMoment<Part[Name]> };

/** A filter at one moment. A lookup table has its file in place of its address. */
export type FilterValues = Plain | (Omit<Table, 'src'> & { readonly lut: LutFile });

type Table = Extract<AtMoment<ClipFilter>, { readonly type: 'lut' }>;
type Plain = Exclude<AtMoment<ClipFilter>, Table>;

/** The types of the filters whose results depend on the place of a pixel, too. */
export const PLACED_TYPES = ['vignette', 'grain'] as const;

/** The types of the filters whose results depend on the pixels around. */
export const SPATIAL_TYPES = [
  'blur',
  'directionalBlur',
  'sharpen',
  'pixelate',
  'glow',
  'chromaticAberration',
  'edges',
] as const;

/** A filter whose result depends on the place of a pixel, too. */
export type PlacedValues = ValuesOf<(typeof PLACED_TYPES)[number]>;

/** A filter whose result depends on the pixels around. */
export type SpatialValues = ValuesOf<(typeof SPATIAL_TYPES)[number]>;

/** A filter that changes each pixel by its colour alone. */
export type ColourValues = Exclude<FilterValues, PlacedValues | SpatialValues>;

/** The part of a picture that a filter changes. */
export type RegionValues = NonNullable<FilterValues['region']>;

/** The values of the filters of one type. */
export type ValuesOf<Type extends FilterValues['type']> = Extract<FilterValues, { readonly type: Type }>;
