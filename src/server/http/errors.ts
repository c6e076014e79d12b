import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { asKinoraError, type ErrorCode, KinoraError } from '../../base/errors.ts';
import type { Problem } from '../../edit/index.ts';
import { STAGES } from '../../store/schema.ts';

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
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'The body is larger than 10 MB.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', 'The body must be sent as application/json.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['not_json', 'The body is empty; it must be JSON.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['not_json', 'The body is not valid JSON.'],
};

const STATUS_ERRORS: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  403: ['not_found', 'There is no such file.'],
  404: ['not_found', 'There is no such file.'],
  416: ['range_not_satisfiable', 'The file has no such range of bytes.'],
};

/** Whatever a route, the framework or one of its plug-ins threw, as an error that may be shown. */
function publicError(error: Error): KinoraError {
  if (error instanceof KinoraError) return error;
  const { code, statusCode = 500 }: Partial<FastifyError> = error;
  const known = FASTIFY_ERRORS[code ?? ''] ?? STATUS_ERRORS[statusCode];
  if (known !== undefined) return new KinoraError(...known, { cause: error });
  if (statusCode < 400 || statusCode > 499) return asKinoraError(error);
  return new KinoraError('validation_failed', 'The request is malformed.', { cause: error });
}

/** Answers with an API's own error body, and logs what is our fault. */
export function errorHandler(body: ErrorBody) {
  return async (thrown: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const error = publicError(thrown);
    if (error.fault === 'us') request.log.error({ err: thrown }, error.message);
    await reply.status(error.status).headers(headersOf(thrown)).send(body(error));
  };
}

/** What an answer of this kind has to carry beside its body, such as the length of a file whose range is asked wrongly. */
function headersOf(error: Error): Record<string, string> {
  return 'headers' in error ? { ...(error.headers as Record<string, string>) } : {};
}

/**
 * Answers a request for which there is no route.
 *
 * @param api What stands before the version in the addresses of this API, without slashes; absent where nothing has to.
 */
export function notFoundHandler(body: ErrorBody, api?: string) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const path = request.url.split('?', 1)[0] ?? '';
    const error = new KinoraError(
      'not_found',
      `There is no ${request.method} ${path}${versionHint(path, api)}.`,
    );
    await reply.status(error.status).send(body(error));
  };
}

/** The version is what clients forget most often (contract C40). */
function versionHint(path: string, api: string | undefined): string {
  const [first, second] = path.split('/').slice(1);
  const version = api === undefined ? first : second;
  if (version === 'files' || STAGES.some((stage) => stage === version)) return '';
  return `; the version in an address of the API is v1 or stage, as in /${api ?? 'edit'}/v1/...`;
}
