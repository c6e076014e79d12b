import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { toKinoraError, type ErrorCode, KinoraError } from '../../../base/errors.ts';
import type { Problem } from '../../../edit/index.ts';

/** A request that breaks the contract in one or more named places. */
export class InvalidRequest extends KinoraError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly [Problem, ...Problem[]]) {
    const [{ message }, ...others] = problems;
    const more = `(and ${others.length} more ${others.length === 1 ? 'problem' : 'problems'})`;
    super('validation_failed', others.length === 0 ? message : `${message.replace(/\.$/, '')} ${more}.`);
    this.problems = problems;
  }
}

/** How one API words its errors. */
export type ErrorBody = (error: KinoraError) => object;

/** Edit API: the envelope, with every bad field in `details`. */
export const editErrorBody: ErrorBody = (error) => ({
  success: false,
  message: statusText(error),
  response: {
    message: error.message,
    error: { code: error.code, message: error.message, details: problemsOf(error) },
  },
});

/** Serve, Ingest and Create API: a list of errors, each with its pointer where it has one. */
export const listErrorBody: ErrorBody = (error) => {
  const status = String(error.status);
  const title = error.code === 'validation_failed' ? 'Validation Error' : statusText(error);
  const list = problemsOf(error);
  if (list.length === 0) return { errors: [{ status, title, detail: error.message }] };
  return {
    errors: list.map(({ message, pointer }) => ({ status, title, detail: message, source: { pointer } })),
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
    'The address is not valid: two hexadecimal digits of a UTF-8 text must follow each % in it.',
  ],
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is larger than 10 MB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    'unsupported_media_type',
    'The body must be JSON, sent with the header content-type: application/json.',
  ],
};

const STATUS_ERRORS: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  403: ['not_found', 'There is no such file.'],
  404: ['not_found', 'There is no such file.'],
  416: ['range_not_satisfiable', 'The file has no such range of bytes.'],
};

/** Whatever a route, the framework or one of its plug-ins threw, as an error that may be shown. */
function toPublicError(error: Error): KinoraError {
  if (error instanceof KinoraError) return error;
  const { code, statusCode = 500 }: Partial<FastifyError> = error;
  const known = FASTIFY_ERRORS[code ?? ''] ?? STATUS_ERRORS[statusCode];
  if (known !== undefined) return new KinoraError(...known, { cause: error });
  if (statusCode < 400 || statusCode > 499) return toKinoraError(error);
  return new KinoraError('validation_failed', 'The request is malformed.', { cause: error });
}

/** After how many seconds another try at what is full or stopping makes sense. */
const RETRY_AFTER_SECONDS = 10;

/** Answers with an API's own error body, and logs what is our fault, or the operator's to mend. */
export function createErrorHandler(body: ErrorBody) {
  return async (thrown: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const error = toPublicError(thrown);
    if (error.concernsOperator) request.log.error({ err: thrown }, error.message);
    if (error.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
    await reply.status(error.status).headers(getHeaders(thrown)).send(body(error));
  };
}

/** What an answer of this kind has to carry beside its body, such as the length of a file whose range is asked wrongly. */
function getHeaders(error: Error): Record<string, string> {
  return 'headers' in error ? { ...(error.headers as Record<string, string>) } : {};
}
