import { z } from 'zod';
import { listOf } from './list.ts';
import { Output } from './output.ts';
import { Timeline } from './timeline.ts';

export const MergeField = z.strictObject({
  find: z.string().describe('The name of the placeholder, without braces.'),
  replace: z.unknown().describe('What stands in its place: any JSON value.'),
});

export const Edit = z.strictObject({
  timeline: Timeline.describe('Everything that is seen and heard.'),
  output: Output.describe('The file to make.'),
  merge: listOf(MergeField).optional().describe('Values for the placeholders of the edit.'),
  callback: z
    .url({ protocol: /^https?$/, error: 'must be a URL that starts with http:// or https://' })
    .optional()
    .describe('A URL that is told when the render is done or has failed.'),
  disk: z.enum(['local', 'mount']).optional().describe('Deprecated; accepted and without effect.'),
  instance: z
    .enum(['s1', 's2', 'a1'])
    .optional()
    .describe('How much of the machine the render may take. Default s1.'),
});

/** A value for a placeholder. */
export type MergeField = z.infer<typeof MergeField>;
/** What a client wrote: defaults are not filled in, times are not resolved. */
export type Edit = z.infer<typeof Edit>;
