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

export const Callback = z
  .url({ protocol: /^https?$/, error: 'must be a URL that starts with http:// or https://' })
  .meta({ pattern: '^[Hh][Tt][Tt][Pp][Ss]?:' });

export const Edit = z
  .strictObject({
    $schema: field(z.string(), 'The address of this schema, for editors; accepted and not used.'),
    timeline: Timeline,
    output: Output,
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
