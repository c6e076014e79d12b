import { z } from 'zod';
import { createEitherRule, defineObject, field } from './fields.ts';
import { listOf } from './list.ts';
import { Output } from './output.ts';
import { checkOutputs, MAX_OUTPUTS } from '../output/check-outputs.ts';
import { Timeline } from './timeline.ts';

/** The kinds of values that a person can give in a form. */
const FIELD_KINDS = ['text', 'colour', 'number', 'image', 'video', 'audio', 'captions', 'choice'] as const;

export const PlaceholderField = defineObject('PlaceholderField', 'How a form asks a person for a value.', {
  label: field(
    z.string().min(1).max(200),
    'Name of the field for people. Default: the name of the placeholder.',
  ),
  kind: field(z.enum(FIELD_KINDS), 'Kind of the value. Default: the kind that the value has.'),
  min: field(z.number(), 'Least number, or least number of characters of a text.'),
  max: field(z.number(), 'Largest number, or largest number of characters of a text.'),
  choices: field(
    listOf(z.union([z.string(), z.number()]))
      .min(1)
      .max(100),
    'The values of a "choice", 1 to 100.',
  ),
});

export const MergeField = defineObject('MergeField', 'Placeholder and the value that replaces it.', {
  find: z.string().describe('Name of the placeholder, without braces.'),
  replace: z.unknown().describe('Value that replaces the placeholder: any JSON value.'),
  field: field(
    PlaceholderField,
    'How the form of the template asks for the value. It has no effect on the render. An addition of Kinora.',
  ),
});

const HTTP_URL = 'must be a URL that starts with http:// or https://';

// The JSON Schema sets no `format`, because the format `uri` rejects letters beyond ASCII, and most programs
// do not support the format `iri`.
export const Callback = z
  .string()
  .regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\0/?#]+([/?#][^\s\0]*)?$/, { error: HTTP_URL, abort: true })
  .refine((url) => URL.canParse(url), { error: HTTP_URL, params: { code: 'wrong_form' } });

export const Edit = z
  .strictObject({
    $schema: field(z.string(), 'URL of this JSON Schema, for editors. It has no effect on the render.'),
    timeline: Timeline.describe('Clips to show and play, and when.'),
    output: field(
      Output,
      'Format, size, frame rate and quality of the file to make. One of "output" and "outputs" is required.',
    ),
    outputs: field(
      listOf(Output).min(1).max(MAX_OUTPUTS),
      `Several files to make of the same timeline, 1 to ${MAX_OUTPUTS}, in place of "output". They share the fetching and the preparation of their sources. An addition of Kinora.`,
    ),
    merge: field(
      listOf(MergeField),
      'Values for placeholders. Each {{ NAME }} in a string of the edit is replaced.',
    ),
    callback: field(
      Callback,
      'URL to notify when the render is done or has failed (http or https). Default: no notification.',
    ),
    disk: z
      .enum(['local', 'mount'])
      .optional()
      .meta({ description: 'Deprecated. It has no effect.', deprecated: true }),
    instance: field(
      z.enum(['s1', 's2', 'a1']),
      'Resources that the render can use: "s1" up to two CPU cores, "s2" all cores, "a1" all cores and a hardware encoder if one works.',
      's1',
    ),
  })
  .superRefine(checkOutputs, { when: () => true })
  .meta({
    id: 'Edit',
    description: 'Timeline of clips and the file to make from it.',
    allOf: [createEitherRule('output', 'outputs')],
  });

/** How a form asks for the value of a placeholder. */
export type PlaceholderField = z.infer<typeof PlaceholderField>;
/** Placeholder and the value that replaces it. */
export type MergeField = z.infer<typeof MergeField>;
/** An edit as the client wrote it, apart from relative lengths. */
export type WrittenEdit = z.input<typeof Edit>;

/** A valid edit for one output: without defaults and without resolved times. */
export interface Edit extends Omit<z.output<typeof Edit>, 'output' | 'outputs'> {
  readonly output: Output;
  /**
   * The same edit for each further output, in order, each without others of its own. They differ in the lengths
   * that are relative to the output. Absent if the client wrote a single `output`, empty for a list of one.
   */
  readonly others?: readonly Edit[];
}
