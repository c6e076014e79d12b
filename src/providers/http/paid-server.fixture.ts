import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { tryParseJson } from '../../base/try-parse-json.ts';
import { startFixtureServer } from '../../outbound/server.fixture.ts';

/** A request that a service received. */
export interface ReceivedRequest {
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The body as JSON. Undefined if there is none. */
  readonly json: unknown;
}

/** Answers a request. */
export type Answer = (request: ReceivedRequest, response: ServerResponse) => void;

/** A local server that speaks the protocol of a service. */
export interface ServiceServer {
  readonly url: string;
  /** All requests in their order. */
  readonly requests: readonly ReceivedRequest[];
  /** `METHOD /path` of all requests. */
  readonly lines: readonly string[];
  /** Number of paid requests: those that the service has taken. */
  readonly paid: number;
  /**
   * Has matching requests answered in another way.
   *
   * @param match pattern for `METHOD /path`.
   * @param answer the answer, such as {@link dropConnection}.
   * @param times number of requests. Default: all that follow.
   */
  inject(match: RegExp, answer: Answer, times?: number): void;
  /** Forgets the injected answers and the requests, and counts from 0 again. */
  reset(): void;
  close(): Promise<void>;
}

/** The way in which a service answers requests. */
export interface ServiceProtocol {
  /** Value of the header that carries the key, and the answer to any other key. */
  readonly authorization: readonly [header: string, value: string];
  readonly onWrongKey: Answer;
  /** Paths that need no key. */
  readonly open?: RegExp;
  /** Returns the answer to a request with the right key. */
  readonly answer: (request: ReceivedRequest, tools: ServerTools) => Answer | Promise<Answer>;
}

/** The tools that a server gives its protocol. */
export interface ServerTools {
  readonly url: string;
  /** Counts a paid request, and returns their number. */
  readonly pay: () => number;
}

/** Starts the server of a service on a free port of 127.0.0.1. */
export async function startServiceServer(protocol: ServiceProtocol): Promise<ServiceServer> {
  const requests: ReceivedRequest[] = [];
  const injected: { readonly match: RegExp; readonly answer: Answer; times: number }[] = [];
  let paid = 0;
  const pay = (): number => ++paid;
  const server = await startFixtureServer((incoming, response) => {
    void receive(incoming).then(async (request) => {
      requests.push(request);
      const fault = injected.find(({ match, times }) => times > 0 && match.test(lineOf(request)));
      const [header, value] = protocol.authorization;
      const isOpen = protocol.open?.test(request.path) === true;
      if (fault) fault.times--;
      if (fault) fault.answer(request, response);
      else if (!isOpen && request.headers[header] !== value) protocol.onWrongKey(request, response);
      else (await protocol.answer(request, { url: server.url, pay }))(request, response);
    });
  });
  return {
    url: server.url,
    requests,
    get lines() {
      return requests.map(lineOf);
    },
    get paid() {
      return paid;
    },
    inject: (match, answer, times = Infinity) => void injected.push({ match, answer, times }),
    reset() {
      injected.length = requests.length = paid = 0;
    },
    close: () => server.close(),
  };
}

async function receive(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    json: tryParseJson(await text(incoming)),
  };
}

function lineOf({ method, path }: ReceivedRequest): string {
  return `${method} ${path}`;
}

/** Answers with JSON. */
export function answerJson(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (_request, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));
}

/** Answers with bytes. */
export function answerBytes(bytes: Buffer, type: string, headers: Record<string, string> = {}): Answer {
  return (_request, response) =>
    void response.writeHead(200, { 'content-type': type, ...headers }).end(bytes);
}

/** Breaks the connection after the whole request has arrived. */
export const dropConnection: Answer = (_request, response) => void response.socket?.destroy();

/** Never answers. The connection stays open. */
export const neverAnswer: Answer = () => undefined;

/** Sends the beginning of an answer and then breaks the connection. */
export const breakAnswer: Answer = (_request, response) => {
  response.writeHead(200, { 'content-length': '100000' }).write('{"beginning":');
  setImmediate(() => response.socket?.destroy());
};
