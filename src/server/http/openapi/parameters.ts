import { z } from 'zod';
import { Id } from '../answers.ts';

/** The environment, which stands in every path. */
export const Version = z
  .enum(['v1', 'stage'])
  .meta({ description: 'The environment: v1 for production, stage with a watermark for development.' });

/** Where an id stands in a path. */
export function idIn(what: string): z.ZodObject {
  return z.object({ version: Version, id: Id.describe(`The id of the ${what}.`) });
}

/** Where a render or a transfer is named in a path. */
export const renderOrTransfer = z.object({
  version: Version,
  id: z
    .string()
    .min(1)
    .max(255)
    .describe('The id of the render or the transfer, or what you call the transfer.'),
});

export const versionOnly = z.object({ version: Version });

/** Makes it safe to send a request again that creates something. */
export const idempotency = z.object({
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
