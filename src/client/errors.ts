import type { Render } from './responses.ts';

/** One of the things that are wrong with a request. */
export interface ErrorDetail {
  readonly message: string;
  /** Such as `required`. */
  readonly code?: string;
  /** Such as `timeline.tracks[0].clips[0].asset.src`. */
  readonly field?: string;
  /** The field as a JSON pointer. */
  readonly pointer?: string;
  /** The field as a list of names and indices. */
  readonly path?: readonly (string | number)[];
}

/** Everything of a {@link KinoraApiError} but its message. */
interface ErrorFields {
  readonly status: number;
  readonly code: string;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** A request that was refused, or that has got no answer. */
export class KinoraApiError extends Error {
  override readonly name = 'KinoraApiError';
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /**
   * Which error it is, for programs: a code of the server, such as `validation_failed`; `http_` and the status when the answer
   * has none; `unreachable` or `timed_out` when there was no answer.
   */
  readonly code: string;
  /** Everything that is wrong with the request, field by field; often empty. */
  readonly details: readonly ErrorDetail[];
  /** By which the operator of the server finds the request in its log. */
  readonly requestId: string | undefined;

  constructor(message: string, { status, code, details = [], requestId, cause }: ErrorFields) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** A render that was waited for and has failed; the message is the reason that the server gives. */
export class KinoraRenderError extends Error {
  override readonly name = 'KinoraRenderError';
  readonly render: Render;

  constructor(render: Render) {
    super(render.error ?? 'The render has failed.');
    this.render = render;
  }
}

/** A wait that lasted longer than its timeout. The render itself goes on. */
export class KinoraTimeoutError extends Error {
  override readonly name = 'KinoraTimeoutError';
}

/** The error that an answer tells, in the words of the server. @param text its body. */
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

/** What the body says of the error; nothing when it is not one of ours, such as a proxy's page. */
function parseErrorContent(text: string): ErrorContent {
  const body = parseBody(text);
  if (body?.response?.error) return body.response.error;
  const [first] = body?.errors ?? [];
  if (!first) return {};
  const details = (body?.errors ?? []).map(({ detail = '', source }) => ({ message: detail, ...source }));
  return { ...(first.detail !== undefined && { message: first.detail }), details };
}

/** The two forms of error bodies: of the Edit API and of the others. */
interface ErrorBody {
  readonly response?: { readonly error?: ErrorContent };
  readonly errors?: readonly { readonly detail?: string; readonly source?: { readonly pointer?: string } }[];
}

function parseBody(text: string): ErrorBody | undefined {
  try {
    // An answer with an error status; that a field is missing is provided for.
    return JSON.parse(text) as ErrorBody;
  } catch {
    // Not JSON: the status has to say it all.
    return undefined;
  }
}
