import type { Dialect } from './built/types.ts';
import { readError, KinoraApiError } from './errors.ts';
import { checkClientOptions } from './options/check-client-options.ts';
import { sleep, createTimeLimit } from './time-limit.ts';

/** Options of a client: the server and the key. */
export interface ClientOptions {
  /** URL of the server, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** API key for the environment. */
  readonly key: string;
  /** Environment: `v1` (the default) or `stage`, which adds a watermark. */
  readonly version?: 'v1' | 'stage' | undefined;
  /** Dialect of the edits. Default: that of the key, else that of the server. */
  readonly dialect?: Dialect | undefined;
  /** Time limit of a request in milliseconds. Default: 60,000. */
  readonly timeout?: number | undefined;
  /** Sends the requests in place of the global `fetch`, for example through a proxy. */
  readonly fetch?: typeof fetch | undefined;
}

/** Options of the calls that send an edit or render a template. */
export interface DialectOptions {
  /** Dialect of this edit. Default: that of the client. */
  readonly dialect?: Dialect | undefined;
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * A request. Unless `sendOnce` is true, the request must be idempotent, because the client may send it again.
 */
export interface ApiCall<Answer> extends CallOptions, DialectOptions {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `schemas` and `openapi.json` have no versions. */
  readonly api: 'edit' | 'serve' | 'ingest' | 'create' | 'schemas' | 'openapi.json';
  /** Path below the version, with encoded segments. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Bytes to send instead of JSON. Their content type must be in `headers`. */
  readonly content?: Blob | Uint8Array | undefined;
  /**
   * True if the request is not idempotent. If the server may have processed it, the client does not send it
   * again.
   */
  readonly sendOnce?: boolean;
  /** Called before each try, and again with its error if the try failed but another one may follow. */
  readonly onTry?: ((failure?: KinoraApiError) => void) | undefined;
  /** Reads the body of the response. The time limit of the request also covers this step. */
  readonly read: (response: Response) => Promise<Answer>;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TRIES = 6;
/** Statuses which mean that the server did not process the request. A later try may succeed. */
const RETRYABLE_STATUSES = [429, 503];
/** Statuses of a proxy that does not know if the server processed the request. */
const LOST_RESPONSE_STATUSES = [502, 504];
/**
 * Milliseconds before the second try, unless the server sends `Retry-After`. The pause doubles with each
 * later try.
 */
const FIRST_PAUSE_MS = 500;
/**
 * Maximum pause in milliseconds. If the server asks for more, the call fails, and the caller can decide to
 * wait longer.
 */
const MAX_PAUSE_MS = 60_000;

/** Sends requests to one server, with one key. */
export class Connection {
  private readonly baseUrl: string;
  private readonly key: string;
  private readonly environment: string;
  private readonly timeoutMs: number;
  private readonly dialect: Dialect | undefined;
  private readonly fetch: typeof fetch;

  constructor(options: ClientOptions) {
    checkClientOptions(options);
    const { url, key, version = 'v1', timeout = DEFAULT_TIMEOUT_MS, dialect, fetch: send } = options;
    this.baseUrl = new URL(url).href.replace(/(?<!\/)\/+$/, '');
    this.key = key;
    // Keep the key and the address out of logs. The address may hold a password.
    for (const secret of ['key', 'baseUrl']) Object.defineProperty(this, secret, { enumerable: false });
    this.environment = version;
    this.timeoutMs = timeout;
    this.dialect = dialect;
    // Looked up at each request, and called without an object, as browsers demand.
    this.fetch = send ?? ((...request) => fetch(...request));
  }

  /**
   * Sends a request. Sends it again after a pause if there is no response or the server is too busy. A 404
   * for a repeated DELETE counts as a success, because an earlier try has deleted the target.
   *
   * @throws {KinoraApiError} if the server rejects the request, or the last try fails.
   * @throws {TypeError} if the body is no JSON, or a header is not valid.
   */
  async send<Answer>(call: ApiCall<Answer>): Promise<Answer> {
    // Another try would not help a request that cannot be written.
    const request = this.createRequest(call);
    let lost = false;
    for (let tries = 1; ; tries++) {
      call.onTry?.();
      const outcome = await this.sendOneTry(call, request);
      if ('answer' in outcome) return outcome.answer;
      if (lost && call.method === 'DELETE' && outcome.error.status === 404)
        return await call.read(NO_CONTENT);
      lost ||= isResponseLost(outcome.error);
      if (lost && call.sendOnce === true) throw outcome.error;
      call.onTry?.(outcome.error);
      const pause = pauseMsAfter(tries, outcome);
      if (tries === MAX_TRIES || pause === undefined) throw outcome.error;
      await sleep(pause, call.signal);
    }
  }

  private async sendOneTry<Answer>(call: ApiCall<Answer>, request: RequestInit): Promise<TryResult<Answer>> {
    const tooLong = () =>
      new KinoraApiError('The server did not answer in time.', { status: 0, code: 'timed_out' });
    const limit = createTimeLimit(this.timeoutMs, tooLong, call.signal);
    try {
      const response = await this.fetch(this.urlOf(call), { ...request, signal: limit.signal });
      if (response.ok) return { answer: await call.read(response) };
      const error = readError(response, await response.text());
      return { error, retryAfter: response.headers.get('retry-after') };
    } catch (error) {
      call.signal?.throwIfAborted();
      if (limit.signal.aborted) throw limit.signal.reason;
      return { error: createUnreachableError(error, this.baseUrl), retryAfter: null };
    } finally {
      limit.end();
    }
  }

  private urlOf({ api, path, query = {} }: ApiCall<unknown>): string {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) search.set(name, String(value));
    const suffix = search.size > 0 ? `?${search.toString()}` : '';
    const root = api === 'schemas' || api === 'openapi.json' ? api : `${api}/${this.environment}`;
    return `${this.baseUrl}/${root}${path}${suffix}`;
  }

  private createRequest({ method, headers, body, content, dialect }: ApiCall<unknown>): RequestInit {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const reading = dialect ?? this.dialect;
    const dialectHeader = reading === undefined ? {} : { 'x-kinora-dialect': reading };
    const all = { accept: 'application/json', ...json, ...dialectHeader, ...headers, 'x-api-key': this.key };
    return {
      method,
      headers: new Headers(all),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The cast excludes shared memory, which `fetch` itself rejects.
      ...(content && { body: content as Blob | Uint8Array<ArrayBuffer> }),
    };
  }
}

/** The answer, or an error with the `Retry-After` header of the server. */
type TryResult<Answer> =
  | { readonly answer: Answer }
  | { readonly error: KinoraApiError; readonly retryAfter: string | null };

function createUnreachableError(cause: unknown, root: string): KinoraApiError {
  const message =
    cause instanceof SyntaxError
      ? `${root} does not answer like a Kinora server.`
      : `${root} cannot be reached, or the response was interrupted.`;
  return new KinoraApiError(message, { status: 0, code: 'unreachable', cause });
}

const NO_CONTENT = new Response(null, { status: 204 });

/** True if the server may have processed the request although there is no response. */
function isResponseLost({ code, status }: KinoraApiError): boolean {
  return code === 'unreachable' || LOST_RESPONSE_STATUSES.includes(status);
}

/** Returns the milliseconds before the next try, or undefined if there should be no other try. */
function pauseMsAfter(
  tries: number,
  { error, retryAfter }: { error: KinoraApiError; retryAfter: string | null },
): number | undefined {
  if (!isResponseLost(error) && !RETRYABLE_STATUSES.includes(error.status)) return undefined;
  const requestedMs = retryAfter === null ? NaN : parseRetryAfter(retryAfter);
  // Jitter keeps clients that were rejected together from coming back together.
  const pause = Number.isNaN(requestedMs)
    ? FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.75 + Math.random() / 2)
    : requestedMs;
  return pause <= MAX_PAUSE_MS ? pause : undefined;
}

/**
 * Parses a `Retry-After` header that has seconds or a date. Returns the milliseconds to wait, or NaN if the
 * header is not valid.
 */
function parseRetryAfter(retryAfter: string): number {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  return Math.max(0, Date.parse(retryAfter) - Date.now());
}

/** The calls of a client for one kind of thing. */
export abstract class ClientPart {
  protected readonly connection: Connection;

  /** Use the parts of a client instead. */
  constructor(connection: Connection) {
    this.connection = connection;
  }
}
