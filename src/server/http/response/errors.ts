import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDiskFull } from '../../../base/disk/disk-full.ts';
import { toKinoraError, type ErrorCode, KinoraError } from '../../../base/errors.ts';
import type { Result } from '../../../base/result.ts';
import type { Problem } from '../../../edit/index.ts';
import { createAwayError, isDatabaseAway } from '../../../store/connection/away.ts';
import type { SendErrorPage } from '../pages/error-page.ts';
import type { KeyFailures } from '../../../base/counts/key-failures.ts';
import { QuotaExceeded } from '../../../store/quotas/quotas.ts';

/** The error for a request with one or more invalid fields. */
export class InvalidRequest extends KinoraError {
  readonly problems: readonly Problem[];
  /** A sentence at the end of the message, or an empty string. */
  readonly hint: string;

  /**
   * @param code the code of the whole request.
   * @param hint a sentence to add to the message, without a space before it.
   */
  constructor(problems: readonly Problem[], code: ErrorCode = 'validation_failed', hint = '') {
    const [first, ...others] = problems;
    const { message } = first ?? { message: 'The request is not valid.' };
    const more = `(and ${others.length} more ${others.length === 1 ? 'problem' : 'problems'})`;
    const sentence = others.length === 0 ? message : `${message.replace(/\.$/, '')} ${more}.`;
    super(code, `${sentence} ${hint}`.trim());
    this.problems = problems;
    this.hint = hint;
  }
}

/** Rejects a request that has problems. @throws {InvalidRequest} with all of them. */
export function rejectProblems(problems: readonly Problem[], code?: ErrorCode): void {
  if (problems.length > 0) throw new InvalidRequest(problems, code);
}

/** Returns what was read from a request. @throws {InvalidRequest} with every problem. */
export function unwrapRequest<Value>(parsed: Result<Value, Problem>): Value {
  if (parsed.ok) return parsed.value;
  throw new InvalidRequest(parsed.problems);
}

/**
 * Returns a thing that the caller owns.
 *
 * @param name the kind and the id of the thing, for the message.
 * @throws {KinoraError} `not_found` if there is none.
 */
export function requireFound<Thing>(thing: Thing | false | undefined, name: string): Thing {
  if (thing === undefined || thing === false) throw new KinoraError('not_found', `There is no ${name}.`);
  return thing;
}

/** Creates the error body of one API. */
export type ErrorBody = (error: KinoraError) => object;

/**
 * Creates the error body of the Edit API: the envelope, with every invalid field in `details`, and beside it the
 * list of the other APIs, which newer clients read first (contract C60).
 */
export const editErrorBody: ErrorBody = (error) => ({
  success: false,
  message: statusText(error),
  response: {
    message: error.message,
    error: { code: error.code, message: error.message, details: problemsOf(error) },
  },
  ...listErrorBody(error),
});

/**
 * Creates the error body of the Serve, Ingest and Create APIs: a list of errors, with pointers to the invalid
 * fields.
 */
export const listErrorBody: ErrorBody = (error) => {
  const status = String(error.status);
  const title = error.code === 'validation_failed' ? 'Validation Error' : statusText(error);
  const list = problemsOf(error);
  if (list.length === 0) return { errors: [{ status, code: error.code, title, detail: error.message }] };
  return {
    errors: list.map(({ code, message, pointer }) => ({
      status,
      code,
      title,
      detail: message,
      source: { pointer },
    })),
  };
};

function statusText(error: KinoraError): string {
  return STATUS_CODES[error.status] ?? 'Error';
}

function problemsOf(error: KinoraError): readonly Problem[] {
  return error instanceof InvalidRequest ? error.problems : [];
}

const FASTIFY_ERRORS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_BAD_URL: [
    'validation_failed',
    'The URL of the request is not valid. Encode it in UTF-8, with two hexadecimal digits after each %.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body must be at most 10 MB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'The body must be JSON. Send it with the header content-type: application/json.',
  ],
};

const STATUS_ERRORS: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  403: ['not_found', 'There is no such file.'],
  404: ['not_found', 'There is no such file.'],
  416: ['range_not_satisfiable', 'The requested range is outside the file.'],
};

/** Converts an error of a route, the framework or a plug-in to an error that is safe to send to clients. */
export function toPublicError(error: unknown): KinoraError {
  // A full disk stops an embedded database, too, but says so itself.
  if (isDiskFull(error)) return toKinoraError(error);
  if (isDatabaseAway(error)) return createAwayError(error);
  if (error instanceof KinoraError) return error;
  const { code, statusCode = 500 } = error as Partial<FastifyError>;
  const known = FASTIFY_ERRORS[code ?? ''] ?? STATUS_ERRORS[statusCode];
  if (known !== undefined) return new KinoraError(...known, { cause: error });
  if (statusCode < 400 || statusCode > 499) return toKinoraError(error);
  return new KinoraError('validation_failed', 'The request is malformed.', { cause: error });
}

/** The `retry-after` of responses with status 503, in seconds. */
export const RETRY_AFTER_SECONDS = 10;

/**
 * Creates an error handler that sends error bodies of one API. It logs the errors that the operator can fix.
 *
 * @param sendPage Sends a page to clients that prefer one. Without it, all clients get error bodies.
 */
export function createErrorHandler(body: ErrorBody, sendPage?: SendErrorPage) {
  return async (given: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const thrown = limitKeyFailures(given, request);
    const error = toPublicError(thrown);
    if (error.concernsOperator) request.log.error({ err: thrown }, error.message);
    if (error.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
    // For example, the size of a file whose requested range lies outside it.
    if ('headers' in thrown) reply.headers({ ...(thrown.headers as Record<string, string>) });
    reply.status(error.status);
    await (sendPage?.(error, request, reply) ?? reply.send(body(error)));
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The requests without a valid key. Undefined if they are not counted. */
    keyFailures?: KeyFailures;
  }
}

/**
 * Returns the error to answer a request with. If the error says that the request has no valid key, counts it, and
 * returns `too_many_requests` if its address has sent too many such requests. All routes answer errors by this
 * function, so none is left out. A valid key always works, so that no client locks out the others.
 */
function limitKeyFailures(error: Error, { server, ip }: FastifyRequest): Error {
  const { keyFailures } = server;
  if (keyFailures === undefined || !(error instanceof KinoraError) || error.code !== 'unauthorized')
    return error;
  const seconds = keyFailures.add(ip);
  if (seconds === 0) return error;
  const sentence = `This address has sent ${keyFailures.max} requests without a valid API key within a minute, and the limit is ${keyFailures.max}. Try again in ${seconds} seconds.`;
  return new QuotaExceeded('too_many_requests', sentence, seconds);
}
