import { z } from 'zod';
import { Edit } from '../../../edit/schema/edit.ts';
import { Id } from '../response/schemas.ts';
import { EXAMPLE } from './examples.ts';
import { describeBody } from './operation.ts';

/** The path of every operation of an API: the environment. */
export const versionPath = z.object({
  version: z
    .enum(['v1', 'stage'])
    .meta({ description: 'The environment: v1 for production, stage with a watermark for development.' }),
});

/** Creates the path of an operation on one thing. */
export function createIdPath(thing: string): typeof versionPath {
  return versionPath.extend({ id: Id.describe(`The id of the ${thing}.`) });
}

/** Makes it safe to send a request again that creates something. */
export const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/)
    .optional()
    .describe(
      'A text of your own, 1 to 255 printable ASCII characters. The same key with the same request gets the same answer for 24 hours and creates nothing more; with another request it is refused with 409.',
    ),
});

/** Whether to render or only to say what a render would make. */
export const dryRunQuery = z.object({
  dryRun: z
    .boolean()
    .optional()
    .meta({ description: 'Only says what would be made. Default false.', default: false }),
});

/** An edit as the body. */
export const editBody = describeBody(
  Edit,
  EXAMPLE.edit,
  'An edit. Every string in it may hold placeholders {{ NAME }}, also where another type is asked for; the values of merge replace them before the edit is looked at.',
);
