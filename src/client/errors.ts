import type { Render } from './built/types.ts';

/** One problem of a request. */
export interface ErrorDetail {
  readonly message: string;
  /** Code of the problem, such as `required`. */
  readonly code?: string;
  /** Field with the problem, such as `timeline.tracks[0].clips[0].asset.src`. */
  readonly field?: string;
  /** The field as a JSON pointer. */
  readonly pointer?: string;
  /** The field as a list of names and indexes. */
  readonly path?: readonly (string | number)[];
}

/** The fields of a {@link KinoraApiError} besides its message. */
interface ErrorFields {
  readonly status: number;
  readonly code: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** Thrown if the server rejects a request or does not answer. */
export class KinoraApiError extends Error {
  override readonly name = 'KinoraApiError';
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  /**
   * Error code of the server, such as `validation_failed`. If the response has no code, `http_` followed by
   * the status. If there was no response, `unreachable` or `timed_out`.
   */
  readonly code: string;
  /** All problems of the request, field by field. Often empty. */
  readonly details: readonly ErrorDetail[];
  /** Id with which the operator of the server can find the request in the log. */
  readonly requestId: string | undefined;

  constructor(message: string, { status, code, details = [], requestId, cause }: ErrorFields) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** Thrown if a render fails while the client waits for it. The message is the reason from the server. */
export class KinoraRenderError extends Error {
  override readonly name = 'KinoraRenderError';
  readonly render: Render;

  constructor(render: Render) {
    super(render.error ?? 'The render failed.');
    this.render = render;
  }
}

/**
 * Thrown if a wait exceeds its time limit. The work on the server continues. A render that was not accepted yet
 * is not sent again, and the message says whether it may have been submitted.
 */
export class KinoraTimeoutError extends Error {
  override readonly name = 'KinoraTimeoutError';
}

/** Creates an error from a response, with the message of the server. @param text body of the response. */
export function readError({ status, headers }: Response, text: string): KinoraApiError {
  const requestId = headers.get('x-request-id') ?? undefined;
  const {
    code = `http_${status}`,
    message = `The server answered ${status}.`,
    details,
  } = parseErrorContent(text);
  return new KinoraApiError(message, { status, code, requestId, ...(details && { details }) });
}

interface ErrorContent {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly ErrorDetail[];
}

/**
 * Parses the error in a body. Returns an empty object for a body that Kinora did not send, such as the error
 * page of a proxy.
 */
function parseErrorContent(text: string): ErrorContent {
  const body = parseBody(text);
  if (body?.response?.error) return body.response.error;
  return body?.error === undefined ? readList(body?.errors) : readGenerationError(body.error, body.code);
}

/** Reads the error of a generation: a sentence, or the name and the message of an unknown model. */
function readGenerationError(error: GenerationError, code: string | undefined): ErrorContent {
  if (typeof error !== 'string') return { code: error.name, message: error.message };
  return { message: error, ...(code !== undefined && { code }) };
}

function readList(errors: ErrorBody['errors'] = []): ErrorContent {
  const [first] = errors;
  if (!first) return {};
  const details = errors.map(({ code, detail = '', source }) => ({
    message: detail,
    ...(code !== undefined && { code }),
    ...source,
  }));
  // The code of a wrong field belongs to the field alone, as in the Edit API.
  const isField = first.source !== undefined && first.code !== undefined && first.code !== 'no_credentials';
  const code = isField ? 'validation_failed' : first.code;
  return {
    ...(first.detail !== undefined && { message: first.detail }),
    ...(code !== undefined && { code }),
    details,
  };
}

type GenerationError = string | { readonly name: string; readonly message: string };

/** An error body of the Edit API (`response`), of another API (`errors`), or of a generation (`error`). */
interface ErrorBody {
  readonly error?: GenerationError;
  readonly code?: string;
  readonly response?: { readonly error?: ErrorContent };
  readonly errors?: readonly {
    readonly code?: string;
    readonly detail?: string;
    readonly source?: { readonly pointer?: string };
  }[];
}

function parseBody(text: string): ErrorBody | undefined {
  try {
    // All fields of `ErrorBody` are optional, so the type also fits JSON that Kinora did not send.
    return JSON.parse(text) as ErrorBody;
  } catch {
    return undefined;
  }
}
