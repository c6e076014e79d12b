import { z } from 'zod';
import { describeMismatch } from '../problems/messages.ts';

/** The sides of a picture that a relative length may refer to, by its unit. */
export const RELATIVE_UNITS = {
  vw: 'width',
  vh: 'height',
  vmin: 'smaller side',
  vmax: 'larger side',
} as const;

/** The unit of a relative length. */
export type RelativeUnit = keyof typeof RELATIVE_UNITS;

/** A number and its unit. The number of digits is limited, so that it is exact. */
const FORM = /^-?\d{1,6}(\.\d{1,6})?(vw|vh|vmin|vmax)$/;

/** A length as a percentage of a side of the output. */
export type RelativeLength = `${number}${RelativeUnit}`;

export const RelativeLength = z.string().regex(FORM).meta({
  id: 'RelativeLength',
  description:
    'Length relative to the output, before "scaleTo": a number and a unit. "vw" is one percent of its width, "vh" of its height, "vmin" of its smaller side and "vmax" of its larger side.',
});

/** True for a text that has the form of a {@link RelativeLength}. */
export function isRelativeLength(text: string): text is RelativeLength {
  return FORM.test(text);
}

const EXPECTED = `a number of pixels or a length such as "80vw" (units ${Object.keys(RELATIVE_UNITS).join(', ')})`;

/** The definition of a {@link PixelField}. */
export interface PixelDefinition extends z.core.$ZodUnionDef {
  /** Allowed pixels. */
  readonly number: z.ZodNumber;
  /** True if a computed number of pixels is rounded. */
  readonly isRounded: boolean;
}

/** A union whose problems are those of the member that the client meant. */
interface PixelUnion extends z.ZodUnion {
  _zod: z.ZodUnion['_zod'] & { def: PixelDefinition };
}

/** The schema of a number of pixels or a {@link RelativeLength}. */
export const PixelField: z.core.$constructor<PixelUnion, PixelDefinition> = z.core.$constructor(
  'PixelField',
  (inst, def) => {
    z.ZodUnion.init(inst, def);
    inst._zod.parse = (payload, context) => {
      const input: unknown = payload.value;
      if (typeof input !== 'string') return def.number._zod.run(payload as never, context);
      if (!isRelativeLength(input))
        payload.issues.push({ code: 'invalid_type', expected: 'number', input, inst });
      return payload;
    };
  },
);

/**
 * Returns the schema of a length: a number of pixels, or a string such as `"80vw"`. `convertLengths` replaces
 * the strings right after the validation, so the type of a valid edit has only numbers.
 *
 * @param number schema of the pixels. A computed number must be in its range, but may have decimals.
 * @param options `isRounded`: true for a length that must be a whole number of pixels also if it is computed.
 */
export function pixels(number: z.ZodNumber, { isRounded = false } = {}): z.ZodType<number> {
  const schema = new PixelField({
    type: 'union',
    options: [number, RelativeLength],
    error: ({ input }) => describeMismatch(EXPECTED, input),
    inclusive: true,
    number,
    isRounded,
  });
  // After the validation, every length is a number.
  return schema as unknown as z.ZodType<number>;
}
