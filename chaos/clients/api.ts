import { setTimeout as sleep } from 'node:timers/promises';

/** A request of a client. */
export interface ClientRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'HEAD' | 'DELETE';
  /** Path, or a whole address. */
  readonly path: string;
  readonly key?: string;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or bytes. */
  readonly body?: object | Buffer;
}

/** An answer of the server, with its body as text. */
export interface ClientAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Milliseconds for one request. */
const REQUEST_MS = 30_000;
/** Milliseconds for which a client tries again. Longer than every fault. */
const TIMEOUT_MS = 10 * 60_000;
const MAX_PAUSE_MS = 5_000;

/** Statuses after which a good client tries again. */
const isTemporary = (status: number): boolean => status === 429 || status >= 500;

/** The requests of the clients of a run. They try again as good clients do. */
export class Api {
  /** Number of answers of each status, and `none` for broken connections. */
  readonly counts = new Map<string, number>();
  /** Answers that no client should see: 500s, and 503s without `retry-after`. */
  readonly bad: string[] = [];
  readonly url: string;
  private readonly signal: AbortSignal;

  /** @param signal ends all requests and pauses. */
  constructor(url: string, signal: AbortSignal) {
    this.url = url;
    this.signal = signal;
  }

  /** Sends a request until it is answered for good. @throws if that takes too long. */
  async send(request: ClientRequest): Promise<ClientAnswer> {
    const until = Date.now() + TIMEOUT_MS;
    for (let pauseMs = 200; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      const answer = await this.try(request);
      if (answer !== undefined && !isTemporary(answer.status)) return answer;
      if (Date.now() > until) throw new Error(`No answer to ${request.method} ${request.path}.`);
      await sleep(pauseMs, undefined, { signal: this.signal });
    }
  }

  /** Sends a request once. Returns undefined if the connection broke or the answer took too long. */
  async try(request: ClientRequest): Promise<ClientAnswer | undefined> {
    const { method, path, key, idempotencyKey, headers, body } = request;
    const isJson = body !== undefined && !Buffer.isBuffer(body);
    try {
      const response = await fetch(new URL(path, this.url), {
        method,
        headers: {
          ...(key !== undefined && { 'x-api-key': key }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
          ...(isJson && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: isJson ? JSON.stringify(body) : new Uint8Array(body) }),
        signal: AbortSignal.any([this.signal, AbortSignal.timeout(REQUEST_MS)]),
      });
      const answer = { status: response.status, headers: response.headers, text: await response.text() };
      this.count(String(answer.status));
      if (answer.status === 500 || (answer.status === 503 && !answer.headers.has('retry-after')))
        this.bad.push(`${method} ${path}: ${answer.status} ${answer.text.slice(0, 300)}`);
      return answer;
    } catch {
      this.signal.throwIfAborted();
      // The server may or may not have done it. Clients must always expect that.
      this.count('none');
      return undefined;
    }
  }

  /** Requests JSON. Returns undefined if the id is unknown. @throws on every other refusal. */
  async get(path: string, key: string): Promise<unknown> {
    const { status, text } = await this.send({ method: 'GET', path, key });
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    return JSON.parse(text);
  }

  private count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }
}
