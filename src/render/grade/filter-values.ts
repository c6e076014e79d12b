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

/** A filter that changes each pixel by its colour alone. */
export type ColourValues = Exclude<FilterValues, { readonly type: 'vignette' }>;

/** The values of the filters of one type. */
export type ValuesOf<Type extends FilterValues['type']> = Extract<FilterValues, { readonly type: Type }>;
