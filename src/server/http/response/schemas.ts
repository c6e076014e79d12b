import { z } from 'zod';
import { type ErrorCode, ERRORS } from '../../../base/errors.ts';
import { JSON_TYPES, type ProblemCode } from '../../../edit/index.ts';

// What all APIs answer with, as schemas: the API description is made of them, and the tests hold the answers to them.

export const Id = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .meta({ format: 'uuid' });

export const Owner = z
  .string()
  .regex(/^[a-z0-9]{10}$/)
  .describe('The account and environment that it belongs to: ten lower-case letters and digits.');

export const Time = z.string().meta({ format: 'date-time' });

export const Url = z.string().meta({ format: 'uri' });

/** Creates the schema of a response of the Edit API: its envelope around a content. */
export function createEnvelope<Response extends z.ZodType>(
  id: string,
  response: Response,
  description: string,
) {
  return z
    .object({
      success: z.literal(true).describe('Always true.'),
      message: z.string().describe('The words of the status, such as OK.'),
      response,
    })
    .meta({ id, description });
}

/** Creates the schema of the content of a response about one new or changed thing. */
export function createReceipt(thing: string) {
  return z.object({
    message: z.string().describe('What happened, in one sentence.'),
    id: Id.describe(`The id of the ${thing}.`),
  });
}

/** What the codes of `details` mean, for the description. */
const PROBLEM_CODES = {
  required: 'it is missing',
  wrong_type: 'it is of another JSON type',
  not_allowed: 'it is none of the values that are allowed',
  unknown_property: 'there is no property of that name',
  out_of_range: 'it is too small, too large, too short or too long',
  wrong_form: 'it does not have the form that is asked for',
  not_even: 'a side of an mp4 must be even',
  conflict: 'it does not go with another field',
  overlap: 'tweens of a list overlap',
  alias_unknown: 'no clip has that alias',
  alias_used_twice: 'two clips have that alias',
  circular: 'clips wait for each other',
  no_length: 'nothing says how long the timeline is',
  not_supported: 'it is right, but not supported yet',
  no_credentials: 'the account has no credentials for that destination',
} as const satisfies Record<ProblemCode, string>;

const explained = Object.entries(PROBLEM_CODES).map(([code, meaning]) => `\`${code}\`: ${meaning}`);

/** The keys of an object, in the type that `z.enum` wants: at least one. */
function keysOf<Key extends string>(table: Readonly<Record<Key, unknown>>): [Key, ...Key[]] {
  // The tables of this file have rows, and no keys but those of their type.
  return Object.keys(table) as [Key, ...Key[]];
}

const Code = z
  .enum(keysOf<ErrorCode>(ERRORS))
  .describe('The kind of error; programs may rely on these words.');

const Detail = z
  .object({
    path: z
      .array(z.union([z.string(), z.int()]))
      .describe('The way to the field: names of properties and indexes of lists from 0.'),
    field: z.string().describe('The same as one reads it, such as timeline.tracks[0].clips[0].asset.src.'),
    pointer: z.string().describe('The same as a JSON pointer (RFC 6901); empty for the whole body.'),
    code: z.enum(keysOf<ProblemCode>(PROBLEM_CODES)).describe(`${explained.join('; ')}.`),
    type: z.enum(JSON_TYPES).describe('The JSON type of the wrong value, or missing.'),
    message: z.string().describe('One sentence: what is wrong, where, and what would be right.'),
  })
  .meta({ id: 'ErrorDetail', description: 'One field of a request that is wrong.' });

export const EditError = z
  .object({
    success: z.literal(false).describe('Always false.'),
    message: z.string().describe('The words of the status, such as Bad Request.'),
    response: z
      .object({
        message: z.string().describe('One readable sentence.'),
        error: z
          .object({
            code: Code,
            message: z.string().describe('The same sentence.'),
            details: z
              .array(Detail)
              .describe('Every field that is wrong, at most 100; empty for other errors.'),
          })
          .describe('The same for programs.'),
      })
      .describe('What is wrong.'),
  })
  .meta({ id: 'EditError', description: 'An error of the Edit API.' });

export const ServeError = z
  .object({
    errors: z
      .array(
        z.object({
          status: z
            .string()
            .regex(/^\d{3}$/)
            .describe('The status of the answer, as a string.'),
          title: z.string().describe('The kind of error in a few words.'),
          detail: z.string().describe('One readable sentence.'),
          source: z
            .object({ pointer: z.string().describe('The field as a JSON pointer (RFC 6901).') })
            .optional()
            .describe('Where it is, when one field is to blame.'),
        }),
      )
      .min(1)
      .describe('What is wrong.'),
  })
  .meta({ id: 'ServeError', description: 'An error of the Serve API.' });
