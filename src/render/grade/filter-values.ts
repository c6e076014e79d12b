import type { ClipFilter } from '../../edit/model.ts';

/** A part of an edit at one moment: each number that may have tweens is a number. */
type AtMoment<Part> = Part extends number | string | undefined
  ? Part
  : Part extends readonly (infer Item)[]
    ? [Item] extends [number | readonly unknown[]]
      ? readonly AtMoment<Item>[]
      : never
    : { readonly [Name in keyof Part]: AtMoment<Part[Name]> };

/** A filter at one moment. */
export type FilterValues = AtMoment<ClipFilter>;

/** The values of the filters of one type. */
export type ValuesOf<Type extends FilterValues['type']> = Extract<FilterValues, { readonly type: Type }>;
