import { readError, KinoraApiError } from './errors.ts';
import { sleep, createTimeLimit } from './time-limit.ts';

/** Where the server is and who asks. */
export interface ClientOptions {
  /** The address of the server, such as `http://127.0.0.1:3000`. */
  readonly url: string;
  /** An API key of the environment. */
  readonly key: string;
  /** The environment: `v1`, the default, or `stage`, whose pictures carry a mark. */
  readonly version?: 'v1' | 'stage';
  /** Milliseconds that one request may take, 60,000 when absent. */
  readonly timeout?: number;
}

/** What every call may be given. */
export interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** One request. It may be sent more than once, unless it says otherwise: it changes nothing, or changes the same thing again. */
export interface ApiCall<Answer> extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly api: 'edit' | 'serve';
  /** Below the version, its parts encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Whether it could do something else the second time, so that it is not sent again when it may have been done. */
  readonly sendOnce?: boolean;
  /** Reads the body of the answer, within the same time. */
  readonly read: (response: Response) => Promise<Answer>;
}

const DEFAULT_TIMEOUT_MS = 60_000;
const MAX_TRIES = 6;
/** Answers of a server that has done nothing, and would perhaps do it later. */
const RETRYABLE_STATUSES = [429, 503];
/** Answers of a proxy that does not know what the server has done. */
const LOST_RESPONSE_STATUSES = [502, 504];
/** Milliseconds before the second try when the server says nothing else; doubled each time. */
const FIRST_PAUSE_MS = 500;
/** Milliseconds: a server that wants more has the caller decide. */
const MAX_PAUSE_MS = 60_000;

/** Sends requests to one server, with one key. */
export class Connection {
  private readonly baseUrl: string;
  private readonly key: string;
  private readonly environment: string;
  private readonly timeoutMs: number;

  constructor({ url, key, version = 'v1', timeout = DEFAULT_TIMEOUT_MS }: ClientOptions) {
    this.baseUrl = new URL(url).href.replace(/\/+$/, '');
    this.key = key;
    // Keeps the key out of logs.
    Object.defineProperty(this, 'key', { enumerable: false });
    this.environment = version;
    this.timeoutMs = timeout;
  }

  /**
   * Sends a request until there is an answer: again where it found no answer or the server was too busy, after the time that the
   * server asks for. What is not there any more when it is deleted again was deleted the first time.
   *
   * @throws {KinoraApiError} when it is refused, or when the last try failed as well.
   */
  async send<Answer>(call: ApiCall<Answer>): Promise<Answer> {
    let lost = false;
    for (let tries = 1; ; tries++) {
      const outcome = await this.sendOneTry(call);
      if ('answer' in outcome) return outcome.answer;
      if (lost && call.method === 'DELETE' && outcome.error.status === 404)
        return await call.read(NO_CONTENT);
      lost ||= isResponseLost(outcome.error);
      if (lost && call.sendOnce === true) throw outcome.error;
      const pause = pauseMsAfter(tries, outcome);
      if (tries === MAX_TRIES || pause === undefined) throw outcome.error;
      await sleep(pause, call.signal);
    }
  }

  private async sendOneTry<Answer>(call: ApiCall<Answer>): Promise<TryResult<Answer>> {
    const tooLong = () =>
      new KinoraApiError('The server has not answered in time.', { status: 0, code: 'timed_out' });
    const limit = createTimeLimit(this.timeoutMs, tooLong, call.signal);
    try {
      const response = await fetch(this.urlOf(call), { ...this.createRequest(call), signal: limit.signal });
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
    return `${this.baseUrl}/${api}/${this.environment}${path}${suffix}`;
  }

  private createRequest({ method, headers, body }: ApiCall<unknown>): RequestInit {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    return {
      method,
      headers: { accept: 'application/json', ...json, ...headers, 'x-api-key': this.key },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
  }
}

/** An answer, or why there is none and what the server says of another try. */
type TryResult<Answer> =
  { readonly answer: Answer } | { readonly error: KinoraApiError; readonly retryAfter: string | null };

function createUnreachableError(cause: unknown, root: string): KinoraApiError {
  const message =
    cause instanceof SyntaxError
      ? `${root} does not answer as Kinora does.`
      : `${root} cannot be reached, or the answer broke off.`;
  return new KinoraApiError(message, { status: 0, code: 'unreachable', cause });
}

const NO_CONTENT = new Response(null, { status: 204 });

/** Whether the request may have been done without our hearing of it. */
function isResponseLost({ code, status }: KinoraApiError): boolean {
  return code === 'unreachable' || LOST_RESPONSE_STATUSES.includes(status);
}

/** Milliseconds to wait before the next try; undefined when there is to be none. */
function pauseMsAfter(
  tries: number,
  { error, retryAfter }: { error: KinoraApiError; retryAfter: string | null },
): number | undefined {
  if (!isResponseLost(error) && !RETRYABLE_STATUSES.includes(error.status)) return undefined;
  const requestedMs = retryAfter === null ? NaN : parseRetryAfter(retryAfter);
  // Clients that were refused together shall not come back together.
  const pause = Number.isNaN(requestedMs)
    ? FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.75 + Math.random() / 2)
    : requestedMs;
  return pause <= MAX_PAUSE_MS ? pause : undefined;
}

/** A `Retry-After` header: seconds, or a date. NaN when it is neither. */
function parseRetryAfter(retryAfter: string): number {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  return Math.max(0, Date.parse(retryAfter) - Date.now());
}
