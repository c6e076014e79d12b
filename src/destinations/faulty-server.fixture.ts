import type { IncomingMessage, ServerResponse } from 'node:http';
import { startFixtureServer } from '../outbound/server.fixture.ts';
import type { FixtureServer } from '../outbound/server.fixture.ts';

/** Handles a request in place of the normal response. */
export type InjectedFault = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that can inject faults into responses. */
export interface FaultyServer extends FixtureServer {
  /** `METHOD /path` of every request since the last {@link reset}. */
  readonly requestLines: string[];
  /**
   * Injects one fault into each of the next requests whose `METHOD /path` matches. `undefined` injects none.
   */
  inject(match: RegExp, ...faults: (InjectedFault | undefined)[]): void;
  /** Forgets all requests and pending faults. */
  reset(): void;
}

/** Starts a server. @param answer handles each request that gets no fault. */
export async function startFaultyServer(answer: InjectedFault): Promise<FaultyServer> {
  const requestLines: string[] = [];
  let faults: (InjectedFault | undefined)[] = [];
  let match = /^/;
  const server = await startFixtureServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    requestLines.push(line);
    const fault = match.test(line) ? faults.shift() : undefined;
    (fault ?? answer)(request, response);
  });
  const inject = (pattern: RegExp, ...next: (InjectedFault | undefined)[]): void => {
    match = pattern;
    faults = next;
  };
  return {
    ...server,
    requestLines,
    inject,
    reset() {
      inject(/^/);
      requestLines.length = 0;
      server.requests.length = 0;
    },
  };
}

/** Breaks the connection in the middle of the request body. */
export const cutConnection: InjectedFault = (request) => {
  request.once('data', () => request.socket.destroy());
};

/** Reads the request and never responds. */
export const neverRespond: InjectedFault = (request) => {
  request.resume();
};

/** Responds with a status and a body. */
export function respondWith(status: number, body = ''): InjectedFault {
  return (request, response) => {
    request.resume();
    response.writeHead(status).end(body);
  };
}
