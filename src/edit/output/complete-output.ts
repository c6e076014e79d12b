import type { Output } from '../schema/output.ts';

/** The settings of an output that have a value by default. The shape of an output is in `output-shape.ts`. */
type Defaults = { readonly [Name in 'quality' | 'repeat' | 'images']: NonNullable<Output[Name]> };

/** An output with a value for each setting of its files. */
export type CompleteOutput = Output & Defaults;

/** Fills in the settings that an output leaves out. */
export function completeOutput(output: Output): CompleteOutput {
  const { quality = 'medium', repeat = true, images = 'png' } = output;
  return { ...output, quality, repeat, images };
}
