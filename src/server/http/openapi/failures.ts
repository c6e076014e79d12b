import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { type ErrorCode, KinoraError } from '../../../base/errors.ts';
import { problemAt } from '../../../edit/index.ts';
import { EditError, ServeError } from '../answers.ts';
import { editErrorBody, type ErrorBody, InvalidRequest, listErrorBody } from '../errors.ts';

const RequestId = z.string().meta({
  description: 'The id of this request, as it stands in the log of the server.',
  header: { id: 'x-request-id' },
});

const RateLimit = z
  .int()
  .min(0)
  .optional()
  .meta({
    description:
      'How many requests of this kind the key may send in a minute. Absent where nothing is limited.',
    header: { id: 'ratelimit-limit' },
  });

const RateRemaining = z
  .int()
  .min(0)
  .optional()
  .meta({
    description: 'How many of them are left.',
    header: { id: 'ratelimit-remaining' },
  });

const RateReset = z
  .int()
  .min(0)
  .optional()
  .meta({
    description: 'In how many seconds the count starts anew.',
    header: { id: 'ratelimit-reset' },
  });

const RetryAfter = z
  .int()
  .min(0)
  .meta({
    description: 'After how many seconds another try makes sense.',
    header: { id: 'retry-after' },
  });

const common = z.object({ 'x-request-id': RequestId });

/** The headers of every answer to a request whose key was looked at. */
export const counted = common.extend({
  'ratelimit-limit': RateLimit,
  'ratelimit-remaining': RateRemaining,
  'ratelimit-reset': RateReset,
});

interface Failure {
  readonly name: string;
  readonly description: string;
  /** One that the example shows. */
  readonly code: ErrorCode;
  readonly headers?: z.ZodObject;
}

const FAILURES = {
  400: {
    name: 'BadRequest',
    description: 'The body, the query or the form of an id is wrong.',
    code: 'validation_failed',
    headers: counted,
  },
  401: { name: 'Unauthorized', description: 'The key is missing or not known.', code: 'unauthorized' },
  403: {
    name: 'Forbidden',
    description: 'The key belongs to the other environment.',
    code: 'wrong_environment',
  },
  404: {
    name: 'NotFound',
    description: 'There is no such thing, or no such version of the API.',
    code: 'not_found',
    headers: counted,
  },
  406: {
    name: 'NotAcceptable',
    description: 'None of the types in Accept can be made.',
    code: 'not_acceptable',
    headers: counted,
  },
  409: {
    name: 'Conflict',
    description:
      'The Idempotency-Key was used with another request, or there are too many templates already.',
    code: 'idempotency_conflict',
    headers: counted,
  },
  413: {
    name: 'TooLarge',
    description: 'The body is larger than 10 MB.',
    code: 'body_too_large',
    headers: counted,
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is not JSON.',
    code: 'unsupported_media_type',
    headers: counted,
  },
  424: {
    name: 'NoTranscript',
    description:
      'What makes words of voices does not do it: it refuses, is set up wrongly, or answers with no transcript.',
    code: 'transcription_failed',
    headers: counted,
  },
  429: {
    name: 'TooManyRequests',
    description: 'The key has sent too many requests in this minute.',
    code: 'too_many_requests',
    headers: counted.extend({ 'retry-after': RetryAfter }),
  },
  500: {
    name: 'InternalError',
    description: 'Something went wrong on our side; the log knows what.',
    code: 'internal',
  },
  501: {
    name: 'NoTranscriber',
    description: 'Captions are to be made of a voice, and nothing is set on this server that could.',
    code: 'transcriber_missing',
    headers: counted,
  },
  503: {
    name: 'Unavailable',
    description:
      'The queue is full, the server is busy or stopping, or what makes words of voices cannot be reached.',
    code: 'queue_full',
    headers: common.extend({ 'retry-after': RetryAfter }),
  },
} as const satisfies Record<number, Failure>;

function exampleOf({ code, description }: Failure): KinoraError {
  if (code !== 'validation_failed') return new KinoraError(code, description);
  return new InvalidRequest([problemAt(['id'], 'wrong_form', 'must be a UUID')]);
}

/** A status that stands for an error. */
export type FailureStatus = keyof typeof FAILURES;

/** Makes the error answers of one API: each is written once into the document, and referred to. */
function failuresOf(api: string, schema: z.ZodType, body: ErrorBody) {
  const made = new Map<FailureStatus, ZodOpenApiResponseObject>();
  return (...statuses: FailureStatus[]): ZodOpenApiResponsesObject => {
    const all: FailureStatus[] = [401, 403, 404, ...statuses, 429, 500, 503];
    const entries = [...new Set(all)].map((status) => {
      const failure: Failure = FAILURES[status];
      const { name, description, headers = common } = failure;
      const response = made.get(status) ?? {
        ...{ id: `${api}${name}`, description, headers },
        content: { 'application/json': { schema, example: body(exampleOf(failure)) } },
      };
      made.set(status, response);
      return [status, response];
    });
    return Object.fromEntries(entries) as ZodOpenApiResponsesObject;
  };
}

/** The error answers of the Edit API with these statuses, and with those that every operation has. */
export const editFailures = failuresOf('Edit', EditError, editErrorBody);

/** The same of the Serve API. */
export const serveFailures = failuresOf('Serve', ServeError, listErrorBody);
