import { z } from 'zod';
import { type ErrorCode, ERRORS } from '../../../base/errors.ts';
import { JSON_TYPES, type ProblemCode } from '../../../edit/index.ts';

// Schemas that the responses of all APIs share. The OpenAPI document is built from them, and tests check
// responses against that document.

/** Creates the schema of an id. Requests may spell it in upper case. @param error describes what is no text. */
export function createId(error = 'must be a UUID') {
  return z
    .string({ error })
    .toLowerCase()
    .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: 'must be a UUID' })
    .meta({ format: 'uuid' });
}

export const Id = createId();

export const Owner = z
  .string()
  .regex(/^[a-z0-9]{10}$/)
  .describe('The id of the account in this environment: ten lower-case letters and digits.');

export const Time = z.string().meta({ format: 'date-time' });

export const Url = z.string().meta({ format: 'uri' });

/** Creates the schema of a response of the Edit API: the envelope with its content. */
export function createEnvelope<Response extends z.ZodType>(
  id: string,
  response: Response,
  description: string,
) {
  return z
    .object({
      success: z.literal(true).describe('Always true.'),
      message: z.string().describe('The reason phrase of the HTTP status, such as OK.'),
      response,
    })
    .meta({ id, description });
}

/** Creates the schema of the content of a response that confirms the creation or change of a thing. */
export function createReceipt(thing: string) {
  return z.object({
    message: z.string().describe('A short summary of what happened.'),
    id: Id.describe(`The id of the ${thing}, a UUID.`),
  });
}

/** The meanings of the codes in `details`, for the OpenAPI document. */
const PROBLEM_CODES = {
  required: 'the field is missing',
  wrong_type: 'the value has the wrong JSON type',
  not_allowed: 'the value is not one of the allowed values',
  unknown_property: 'the property does not exist',
  out_of_range: 'the value is too small, too large, too short or too long',
  wrong_form: 'the value has the wrong format',
  not_even: 'the width or height of an mp4 is odd',
  conflict: 'the field cannot be combined with another field',
  overlap: 'tweens overlap',
  alias_unknown: 'no clip has this alias',
  alias_used_twice: 'two clips have this alias',
  font_unknown: 'the font is not built in, and timeline.fonts is empty',
  circular: 'the lengths of clips depend on each other',
  no_length: 'no clip defines the length of the timeline',
  not_supported: 'the value is valid but not supported yet',
  no_credentials:
    'the account has no credentials for this destination or provider, or the server has no transcriber',
  private_address: 'the callback leads to a private host that KINORA_ALLOW_HOSTS does not name',
} as const satisfies Record<ProblemCode, string>;

const explained = Object.entries(PROBLEM_CODES).map(([code, meaning]) => `\`${code}\`: ${meaning}`);

/** Returns the keys of an object as the non-empty list that `z.enum` requires. */
function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): [Key, ...Key[]] {
  // The objects are constants of known keys and are not empty.
  return Object.keys(table) as [Key, ...Key[]];
}

const Code = z
  .enum(keysOf<ErrorCode>(ERRORS))
  .describe('The code of the error. Codes are stable, so programs may depend on them.');

const Detail = z
  .object({
    path: z
      .array(z.union([z.string(), z.int()]))
      .describe('The path to the field: property names, and list indexes from 0.'),
    field: z.string().describe('The path as text, such as timeline.tracks[0].clips[0].asset.src.'),
    pointer: z.string().describe('The path as a JSON pointer (RFC 6901); empty for the whole body.'),
    code: z
      .enum(keysOf<ProblemCode>(PROBLEM_CODES))
      .describe(`The kind of problem. ${explained.join('; ')}.`),
    type: z.enum(JSON_TYPES).describe('The JSON type of the invalid value, or "missing".'),
    message: z.string().describe('The problem in one sentence: what is wrong, where, and what is valid.'),
  })
  .meta({ id: 'ErrorDetail', description: 'An invalid field of a request.' });

/** The errors of a response, as objects of JSON:API. */
const ErrorList = z
  .array(
    z.object({
      status: z
        .string()
        .regex(/^\d{3}$/)
        .describe('The HTTP status as a string.'),
      code: z
        .enum([...new Set([...keysOf<ErrorCode>(ERRORS), ...keysOf<ProblemCode>(PROBLEM_CODES)])])
        .optional()
        .describe(
          'The code of the error, or the kind of the problem of a field; absent for errors of the protocol of uploads.',
        ),
      title: z.string().describe('The kind of error in a few words.'),
      detail: z.string().describe('The error in one sentence.'),
      source: z
        .object({ pointer: z.string().describe('The path to the field as a JSON pointer (RFC 6901).') })
        .optional()
        .describe('The invalid field; absent if the error is not about a field.'),
    }),
  )
  .min(1)
  .describe('The errors: one for each invalid field, or a single one.');

export const EditError = z
  .object({
    success: z.literal(false).describe('Always false.'),
    message: z.string().describe('The reason phrase of the HTTP status, such as Bad Request.'),
    response: z
      .object({
        message: z.string().describe('The error in one sentence.'),
        error: z
          .object({
            code: Code,
            message: z.string().describe('The error in one sentence, as above.'),
            details: z.array(Detail).describe('All invalid fields, at most 100; empty for other errors.'),
          })
          .describe('The error for programs.'),
      })
      .describe('The error.'),
    errors: ErrorList,
  })
  .meta({ id: 'EditError', description: 'An error of the Edit API.' });

export const ServeError = z
  .object({ errors: ErrorList })
  .meta({ id: 'ServeError', description: 'An error of the Serve, the Ingest or the Create API.' });
