import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { tryParseJson } from '../../base/try-parse-json.ts';
import { type FixtureServer, startFixtureServer } from '../../outbound/server.fixture.ts';

/** The API key that the servers of the tests accept. */
export const SERVICE_KEY = 'sk-very-secret';

/** A request that a server received. */
export interface ProtocolRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The parsed JSON, or the bytes. */
  readonly body: unknown;
}

/** An answer of a server: JSON, or a file. */
export interface ProtocolAnswer {
  readonly status?: number;
  readonly json?: unknown;
  readonly bytes?: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The ways in which a service can refuse a request, in its own words. */
export type Refusal = 'policy' | 'quota' | 'busy' | 'away';

/** The ways in which a server can fail. */
export type ServerFailure = Refusal | 'silent' | 'dropped' | 'cut' | 'garbage' | 'broken';

/** A service as a protocol. */
export interface Protocol {
  /** The expected header. */
  readonly authorization: string;
  readonly unauthorized: ProtocolAnswer;
  readonly refusals: Readonly<Record<Refusal, ProtocolAnswer>>;
  /** Answers a request with the right key. Undefined: 404. */
  answer(request: ProtocolRequest, url: string): ProtocolAnswer | undefined;
  /** True for requests that need no key, such as downloads of results. */
  isPublic?(path: string): boolean;
}

/** A server that speaks the protocol of a service. */
export interface ProtocolServer extends FixtureServer {
  readonly received: readonly ProtocolRequest[];
  /** Lets all further requests fail, or work again. */
  misbehave(failure: ServerFailure | undefined): void;
}

/** Starts a server on 127.0.0.1 that speaks the protocol of a service. */
export async function startProtocolServer(protocol: Protocol): Promise<ProtocolServer> {
  const received: ProtocolRequest[] = [];
  let failure: ServerFailure | undefined;
  const server = await startFixtureServer((message, response) => {
    void receive(message).then((request) => {
      received.push(request);
      const url = `http://${message.headers.host ?? ''}`;
      if (failure === 'silent') return;
      if (failure === 'dropped') message.socket.destroy();
      else if (failure === 'cut') cut(response);
      else send(response, toAnswer(protocol, request, failure, url));
    });
  });
  return { ...server, received, misbehave: (next) => void (failure = next) };
}

function toAnswer(
  protocol: Protocol,
  request: ProtocolRequest,
  failure: Exclude<ServerFailure, 'silent' | 'dropped' | 'cut'> | undefined,
  url: string,
): ProtocolAnswer {
  const isPublic = protocol.isPublic?.(request.path) ?? false;
  if (!isPublic && request.headers.authorization !== protocol.authorization) return protocol.unauthorized;
  if (failure === 'garbage') return { bytes: Buffer.from('<html>not what you asked for</html>') };
  if (failure === 'broken') return { status: 502, bytes: Buffer.from('<html>Bad gateway</html>') };
  if (failure) return protocol.refusals[failure];
  return protocol.answer(request, url) ?? { status: 404, json: { detail: 'Not found' } };
}

function send(response: ServerResponse, { status = 200, json, bytes, headers }: ProtocolAnswer): void {
  const type = bytes ? 'application/octet-stream' : 'application/json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(bytes ?? JSON.stringify(json ?? null));
}

/** Sends a part of an answer and then closes the connection. */
function cut(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"id":', () => response.destroy());
}

async function receive(message: IncomingMessage): Promise<ProtocolRequest> {
  const bytes = await buffer(message);
  const { method = '', url: path = '', headers } = message;
  return { method, path, headers, body: tryParseJson(bytes.toString()) ?? bytes };
}
