import { z } from 'zod';
import { field } from './fields.ts';
import { listOf } from './list.ts';
import { Output } from './output.ts';
import { Timeline } from './timeline.ts';

export const MergeField = z
  .strictObject({
    find: z.string().describe('The name of the placeholder, without braces.'),
    replace: z.unknown().describe('What stands in its place: any JSON value.'),
  })
  .meta({ id: 'MergeField', description: 'A value for a placeholder.' });

const HTTP_URL = 'must be a URL that starts with http:// or https://';

// Without the keyword "format" in the JSON Schema: its "uri" takes no letters beyond ASCII, and most programs know no "iri".
export const Callback = z
  .string()
  .regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^\s\0/?#]+([/?#][^\s\0]*)?$/, { error: HTTP_URL, abort: true })
  .refine((url) => URL.canParse(url), { error: HTTP_URL, params: { code: 'wrong_form' } });

export const Edit = z
  .strictObject({
    $schema: field(z.string(), 'The address of this schema, for editors; accepted and not used.'),
    timeline: Timeline.describe('What is seen and heard, and when.'),
    output: Output.describe('The kind, the size and the rate of the file to make.'),
    merge: field(
      listOf(MergeField),
      'Values for the placeholders of the edit: {{ NAME }} in any string is replaced.',
    ),
    callback: field(
      Callback,
      'An http(s) URL that is told when the render is done or has failed. Without it nobody is told.',
    ),
    disk: z
      .enum(['local', 'mount'])
      .optional()
      .meta({ description: 'Deprecated; accepted and without effect.', deprecated: true }),
    instance: field(
      z.enum(['s1', 's2', 'a1']),
      'How much of the machine the render may take: s1 two cores, s2 all of them, a1 all of them and a hardware encoder.',
      's1',
    ),
  })
  .meta({ id: 'Edit', description: 'What to show and hear when, and the file to make of it.' });

/** A value for a placeholder. */
export type MergeField = z.infer<typeof MergeField>;
/** What a client wrote: defaults are not filled in, times are not resolved. */
export type Edit = z.infer<typeof Edit>;
