import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { type ErrorCode, KinoraError } from '../../../base/errors.ts';
import { createProblem } from '../../../edit/index.ts';
import { editErrorBody, type ErrorBody, InvalidRequest, listErrorBody } from '../response/errors.ts';
import { EditError, ServeError } from '../response/schemas.ts';
import { commonHeaders, createHeader, rateLimitedHeaders } from './operation.ts';

const RetryAfter = createHeader(
  z.int().min(0),
  'retry-after',
  'After how many seconds another try makes sense.',
);

interface Failure {
  readonly name: string;
  /** One that the example shows. */
  readonly code: ErrorCode;
  readonly description: string;
}

const FAILURES = {
  400: {
    name: 'BadRequest',
    code: 'validation_failed',
    description: 'The body, the query or the form of an id is wrong.',
  },
  401: { name: 'Unauthorized', code: 'unauthorized', description: 'The key is missing or not known.' },
  403: {
    name: 'Forbidden',
    code: 'wrong_environment',
    description: 'The key belongs to the other environment.',
  },
  404: {
    name: 'NotFound',
    code: 'not_found',
    description: 'There is no such thing, or no such version of the API.',
  },
  406: {
    name: 'NotAcceptable',
    code: 'not_acceptable',
    description: 'None of the types in Accept can be made.',
  },
  409: {
    name: 'Conflict',
    code: 'idempotency_conflict',
    description:
      'The Idempotency-Key was used with another request, or there are too many templates already.',
  },
  413: { name: 'TooLarge', code: 'body_too_large', description: 'The body is larger than 10 MB.' },
  415: { name: 'UnsupportedMediaType', code: 'unsupported_media_type', description: 'The body is not JSON.' },
  424: {
    name: 'NoTranscript',
    code: 'transcription_failed',
    description:
      'What makes words of voices does not do it: it refuses, is set up wrongly, or answers with no transcript.',
  },
  429: {
    name: 'TooManyRequests',
    code: 'too_many_requests',
    description: 'The key has sent too many requests in this minute.',
  },
  500: {
    name: 'InternalError',
    code: 'internal',
    description: 'Something went wrong on our side; the log knows what.',
  },
  501: {
    name: 'NoTranscriber',
    code: 'transcriber_missing',
    description: 'Captions are to be made of a voice, and nothing is set on this server that could.',
  },
  503: {
    name: 'Unavailable',
    code: 'queue_full',
    description:
      'The queue is full, the server is busy or stopping, or what makes words of voices cannot be reached.',
  },
} as const satisfies Record<number, Failure>;

/** A status that stands for an error. */
export type FailureStatus = keyof typeof FAILURES;

/** Headers of errors that do not count against the limits of a key, or after which a later try makes sense. */
const HEADERS: Readonly<Partial<Record<FailureStatus, z.ZodObject>>> = {
  401: commonHeaders,
  403: commonHeaders,
  429: rateLimitedHeaders.extend({ 'retry-after': RetryAfter }),
  500: commonHeaders,
  503: commonHeaders.extend({ 'retry-after': RetryAfter }),
};

function createExampleError({ code, description }: Failure): KinoraError {
  if (code !== 'validation_failed') return new KinoraError(code, description);
  return new InvalidRequest([createProblem(['id'], 'wrong_form', 'must be a UUID')]);
}

/** Creates the function that describes errors of one API. The document holds each error once and refers to it. */
function createFailureDescriber(api: string, schema: z.ZodType, body: ErrorBody) {
  const responses = new Map<FailureStatus, ZodOpenApiResponseObject>();
  return (...statuses: FailureStatus[]): ZodOpenApiResponsesObject => {
    const all: FailureStatus[] = [401, 403, 404, ...statuses, 429, 500, 503];
    const entries = [...new Set(all)].map((status) => {
      const failure: Failure = FAILURES[status];
      const response = responses.get(status) ?? {
        id: `${api}${failure.name}`,
        description: failure.description,
        headers: HEADERS[status] ?? rateLimitedHeaders,
        content: { 'application/json': { schema, example: body(createExampleError(failure)) } },
      };
      responses.set(status, response);
      return [status, response];
    });
    return Object.fromEntries(entries) as ZodOpenApiResponsesObject;
  };
}

/** Describes the errors of an operation of the Edit API: those with these statuses, and those of every operation. */
export const describeEditFailures = createFailureDescriber('Edit', EditError, editErrorBody);

/** Describes the errors of an operation of the Serve API. */
export const describeServeFailures = createFailureDescriber('Serve', ServeError, listErrorBody);
