import { z } from 'zod';
import { DIALECTS } from '../../../edit/dialect.ts';
import { Edit } from '../../../edit/schema/edit.ts';
import { Id } from '../response/schemas.ts';
import { EXAMPLE } from './examples.ts';
import { describeBody } from './operation.ts';

/** The path parameter of every operation of an API: the environment. */
export const versionPath = z.object({
  version: z.enum(['v1', 'stage']).meta({
    description:
      'The environment: v1 for production, stage for development. Renders of stage have a watermark.',
  }),
});

/** Creates the path parameters of an operation on one thing. */
export function createIdPath(thing: string) {
  return versionPath.extend({ id: Id.describe(`The id of the ${thing}, a UUID.`) });
}

/** The header that makes it safe to repeat a request that creates something. */
export const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/, { error: 'must be 1 to 255 printable ASCII characters' })
    .optional()
    .describe(
      'A key of your choice, 1 to 255 printable ASCII characters. For 24 hours, a repeated request with the same key returns the same response and creates nothing. A different request with the same key is rejected with 409.',
    ),
});

/** The header with the dialect of an edit. */
export const dialectHeader = z.object({
  'x-kinora-dialect': z
    .enum(DIALECTS, { error: `must be ${DIALECTS.map((name) => JSON.stringify(name)).join(' or ')}` })
    .optional()
    .describe(
      'The dialect of the edit: interface (the last track is on top) or shotstack (the first track is on top, and numbers may be written as strings). Default: the dialect of the template, of the key, or of the server, in this order.',
    ),
});

/** The headers of a request that sends an edit and may be repeated. */
export const editHeaders = idempotencyHeader.extend(dialectHeader.shape);

/** The spellings of booleans in a query (contract C48). Clients in Python write `True`. */
const FLAGS = new Map([
  ['true', true],
  ['True', true],
  ['1', true],
  ['false', false],
  ['False', false],
  ['0', false],
]);

/**
 * Creates a query parameter that is true or false.
 *
 * @param absent The value if the parameter is absent.
 */
export function createFlag(description: string, absent: boolean) {
  const error = 'must be true, True or 1, or false, False or 0';
  // zod leaves another kind of default out of the document, because the schema converts.
  return z
    .preprocess((text) => FLAGS.get(String(text)) ?? text, z.boolean({ error }))
    .prefault(absent)
    .describe(`${description} The server also accepts True and 1 for true, and False and 0 for false.`);
}

/** Creates a query parameter that is a whole number from `min` to `max`. It is required until it has a default. */
export function createCount(max: number, min = 1) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.preprocess(
    // Everything else is out of range, too.
    (text) => (/^\d{1,9}$/.test(String(text)) ? Number(text) : min - 1),
    z.int().min(min, { error }).max(max, { error }),
  );
}

/** The query parameter for a dry run. */
export const dryRunQuery = z.object({
  dryRun: createFlag(
    'Set it to true to get the result that the render would have, without rendering. Default false.',
    false,
  ),
});

const FREE_MEDIA = { error: 'must be "free"' };

/** The query parameter of a dry run that makes media. */
export const generateQuery = z.object({
  generate: z
    .literal('free', FREE_MEDIA)
    .optional()
    .describe(
      'Set it to free, together with dryRun=true, to have the media made that Kinora makes itself: the speech of built-in voices, and camera motions. Their lengths are known then, and frames show them. The result lists what is still missing, and no service is required. An addition of Kinora.',
    ),
});

/** A request body that is an edit. */
export const editBody = describeBody(
  Edit,
  EXAMPLE.edit,
  'An edit. Placeholders {{ NAME }} are allowed in every string, and in place of values of other types. They are replaced by the values in merge before the edit is validated.',
);
