import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import type { Outbound, OutboundRequest, OutboundResponse } from './outbound.ts';
import { parseRetryAfter } from './retry.ts';

/** One request to an outside service, whose response is read whole. */
export interface ExchangeRequest extends Pick<OutboundRequest, 'method' | 'headers'> {
  readonly url: URL;
  readonly body?: OutboundRequest['body'] | FormData;
  /** Time limit of the whole exchange in milliseconds. More than 0. */
  readonly limitMs: number;
  /** As in {@link OutboundRequest}. Default: `limitMs`. */
  readonly stallTimeoutMs?: number;
  /** Maximum size of the body of the response in bytes. */
  readonly maxBytes: number;
}

/** A whole response. */
export interface ExchangeResponse {
  readonly status: number;
  /** Headers by lower-case name. The values of a repeated header are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds that the service asks to wait. */
  readonly retryAfterMs: number | undefined;
  readonly bytes: Buffer<ArrayBuffer>;
  /** The body as text, without a byte order mark. */
  readonly text: string;
}

/**
 * The outcome of a request without a whole response:
 *
 * - `forbidden`: the guard refused the address, or there were too many redirects. Another try would fail as well.
 * - `invalid`: the request cannot be sent at all, for example because of its headers.
 * - `unsent`: there was no connection, so nothing was sent.
 * - `late`: the time limit is over. The service may have the request.
 * - `endless`: the response is longer than allowed.
 * - `lost`: the connection broke. The service may have the request.
 */
type FailedOutcome = 'forbidden' | 'invalid' | 'unsent' | 'late' | 'endless' | 'lost';

/** The failure of an exchange. Its message is a clause for clients, such as `the connection was lost`. */
export class ExchangeFailure extends Error {
  readonly outcome: FailedOutcome;

  constructor(outcome: FailedOutcome, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.outcome = outcome;
  }
}

const LATE = 'it did not answer in time';
const STALL_CODES: readonly string[] = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];
/** The codes that only count as unsent if the failed call is `connect`. */
const CONNECT_CODES: readonly string[] = ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'];

/**
 * Sends a request once and reads its response.
 *
 * @throws {ExchangeFailure} if there is no whole response.
 * @throws the reason of the signal if it aborts.
 */
export async function exchange(
  outbound: Outbound,
  { url, body, limitMs, maxBytes, ...request }: ExchangeRequest,
  signal: AbortSignal,
): Promise<ExchangeResponse> {
  const limit = AbortSignal.timeout(Math.ceil(limitMs));
  try {
    const response = await outbound.request(url, {
      stallTimeoutMs: limitMs,
      ...request,
      ...(body instanceof FormData ? await encodeForm(body, request) : body !== undefined && { body }),
      signal: AbortSignal.any([signal, limit]),
    });
    return await readResponse(response, maxBytes);
  } catch (error) {
    signal.throwIfAborted();
    throw toExchangeFailure(error, limit.aborted);
  }
}

/** Reads a response whole. @throws {ExchangeFailure} if its body has more than a number of bytes. */
async function readResponse(response: OutboundResponse, maxBytes: number): Promise<ExchangeResponse> {
  const { body } = response;
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop early destroys the body, which emits an error event. That is expected here.
  body.on('error', () => undefined);
  // The stream has no encoding set, so its chunks are buffers.
  for await (const chunk of body as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes) throw new ExchangeFailure('endless', 'its response did not end');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]),
  );
  return {
    status: response.statusCode,
    headers,
    retryAfterMs: parseRetryAfter(headers['retry-after']),
    bytes,
    get text() {
      return new TextDecoder().decode(bytes);
    },
  };
}

/** Encodes a form in memory with the `Response` of Node.js. */
async function encodeForm(
  form: FormData,
  { headers }: Pick<ExchangeRequest, 'headers'>,
): Promise<Pick<OutboundRequest, 'headers' | 'body'>> {
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') ?? '';
  return { headers: { ...headers, 'content-type': type }, body: Buffer.from(await encoded.arrayBuffer()) };
}

/** Classifies what a request or the reading of its response threw. @param isLate true if its time is over. */
export function toExchangeFailure(error: unknown, isLate = false): ExchangeFailure {
  if (error instanceof ExchangeFailure) return error;
  if (error instanceof KinoraError)
    return new ExchangeFailure('forbidden', error.message.replace(/\.$/, ''), error);
  const code = errorCodeOf(error) ?? '';
  if (code === 'UND_ERR_INVALID_ARG')
    return new ExchangeFailure('invalid', `the request is invalid: ${(error as Error).message}`, error);
  const isTimeout = error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name);
  if (isLate || isTimeout || STALL_CODES.includes(code)) return new ExchangeFailure('late', LATE, error);
  const unsent = describeUnsent(error);
  if (unsent !== undefined) return new ExchangeFailure('unsent', unsent, error);
  return new ExchangeFailure('lost', code === 'ETIMEDOUT' ? LATE : 'the connection was lost', error);
}

/** Returns the reason why a request was certainly not sent. Undefined if it may have been sent. */
export function describeUnsent(error: unknown): string | undefined {
  const code = errorCodeOf(error) ?? '';
  // Only of a name that the operator allows. The guard describes the others.
  if (code === 'ENOTFOUND') return 'its host does not exist';
  if (code === 'EAI_AGAIN') return 'the DNS lookup of its host failed';
  if (code === 'ECONNREFUSED') return 'its server refuses the connection';
  if (/CERT|SELF_SIGNED|UNABLE_TO_|^ERR_TLS_HANDSHAKE|^ERR_SSL_WRONG_VERSION/.test(code))
    return 'its certificate is not valid';
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || isConnectError(error, code))
    return 'its server does not accept the connection';
  return undefined;
}

function isConnectError(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.every((each: unknown) => isConnectError(each, errorCodeOf(each) ?? ''));
  if (error.message.includes('before secure TLS connection was established')) return true;
  return CONNECT_CODES.includes(code) && 'syscall' in error && error.syscall === 'connect';
}
