import { z } from 'zod';
import { field } from './fields.ts';

/** What every destination has: a way to leave it in its place and out of use. */
export const Exclude = field(z.boolean(), 'True: the files do not go there.', false);

/** The rule of {@link requiringOptions} for programs that have only the JSON Schema. */
const OPTIONS_RULE = {
  if: { required: ['exclude'], properties: { exclude: { const: true } } },
  else: { required: ['options'], properties: { options: {} } },
};

interface Sent {
  readonly exclude?: boolean | undefined;
  readonly options?: object | undefined;
}

/**
 * A destination that needs its options unless it is excluded. The published types leave them out of what is required; without them
 * there is no place to send anything to.
 */
export function requiringOptions<Schema extends z.ZodType<Sent>>(
  destination: Schema,
  { id, description }: { readonly id: string; readonly description: string },
): Schema {
  return destination
    .superRefine(({ exclude, options }, context) => {
      if (exclude === true || options !== undefined) return;
      const message = 'is required: an object that says where the files go';
      context.addIssue({
        ...{ code: 'custom' as const, path: ['options'], message },
        params: { code: 'required', value: undefined },
      });
    })
    .meta({ id, description, allOf: [OPTIONS_RULE] });
}
