import { z } from 'zod';
import type { ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi';
import { type ErrorCode, KinoraError } from '../../../base/errors.ts';
import { createProblem } from '../../../edit/index.ts';
import { editErrorBody, type ErrorBody, InvalidRequest, listErrorBody } from '../response/errors.ts';
import { GenerationErrorResponse } from '../generate/generation-bodies.ts';
import { generationErrorBody } from '../generate/generation-errors.ts';
import { EditError, ServeError } from '../response/schemas.ts';
import { commonHeaders, createHeader, rateLimitedHeaders } from './operation.ts';

/** The header that says when to try again. */
export const RetryAfter = createHeader(
  z.int().min(0),
  'retry-after',
  'The number of seconds to wait before a retry.',
);

interface Failure {
  readonly name: string;
  /** The error code in the example. */
  readonly code: ErrorCode;
  readonly description: string;
}

const FAILURES = {
  400: {
    name: 'BadRequest',
    code: 'validation_failed',
    description: 'The body, the query or an id is invalid.',
  },
  401: { name: 'Unauthorized', code: 'unauthorized', description: 'The API key is missing or unknown.' },
  403: {
    name: 'Forbidden',
    code: 'wrong_environment',
    description: 'The API key belongs to the other environment, or its scope does not allow the request.',
  },
  404: {
    name: 'NotFound',
    code: 'not_found',
    description: 'The requested object or the version in the path does not exist.',
  },
  406: {
    name: 'NotAcceptable',
    code: 'not_acceptable',
    description: 'The header Accept allows none of the supported types.',
  },
  409: {
    name: 'Conflict',
    code: 'idempotency_conflict',
    description:
      'The Idempotency-Key was used with a different request, or the account has too many templates or edits.',
  },
  412: {
    name: 'PreconditionFailed',
    code: 'precondition_failed',
    description:
      'The header Tus-Resumable is missing or names another version of the protocol, or the header If-Match names a version that is not the latest one.',
  },
  413: { name: 'TooLarge', code: 'body_too_large', description: 'The body is larger than 10 MB.' },
  415: { name: 'UnsupportedMediaType', code: 'unsupported_media_type', description: 'The body is not JSON.' },
  424: {
    name: 'NoTranscript',
    code: 'transcription_failed',
    description:
      'The transcription service rejected the request, is misconfigured or returned no transcript.',
  },
  429: {
    name: 'TooManyRequests',
    code: 'too_many_requests',
    description:
      'The keys of the account have sent too many requests in this minute, or the account has used up a quota. The message has the number and the limit.',
  },
  500: {
    name: 'InternalError',
    code: 'internal',
    description: 'An internal error occurred. The log of the server has the details.',
  },
  501: {
    name: 'NoTranscriber',
    code: 'transcriber_missing',
    description: 'The edit needs transcription or a voice that this server does not have.',
  },
  503: {
    name: 'Unavailable',
    code: 'queue_full',
    description:
      'The queue is full, the server is busy or stopping, or the transcription service is unreachable.',
  },
  507: {
    name: 'StorageQuotaExceeded',
    code: 'storage_quota_exceeded',
    description:
      'The account has stored as many bytes as its quota allows, or the file would exceed the quota.',
  },
} as const satisfies Record<number, Failure>;

/** An HTTP status of an error response. */
type FailureStatus = keyof typeof FAILURES;

/** The headers of the error responses that lack rate limit headers or have `retry-after`. */
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

/**
 * Creates a function that describes the errors of one API. The document contains each error once, and the
 * operations refer to it.
 */
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

/** Describes the errors of an operation of the Edit API: the given statuses and those of every operation. */
export const describeEditFailures = createFailureDescriber('Edit', EditError, editErrorBody);

/** Describes the errors of an operation of the Serve API: the given statuses and those of every operation. */
export const describeServeFailures = createFailureDescriber('Serve', ServeError, listErrorBody);

/** Describes the errors of an operation of the Ingest API: the given statuses and those of every operation. */
export const describeIngestFailures = createFailureDescriber('Ingest', ServeError, listErrorBody);

/** Describes the errors of an operation of the Create API: the given statuses and those of every operation. */
export const describeCreateFailures = createFailureDescriber('Create', ServeError, listErrorBody);

/** Describes the errors of an operation that generates a file: the given statuses and those of every operation. */
export const describeGenerationFailures = createFailureDescriber(
  'Generation',
  GenerationErrorResponse,
  generationErrorBody,
);
