import type { IncomingMessage, ServerResponse } from 'node:http';
import { startFixtureServer } from '../outbound/server.fixture.ts';
import type { FixtureServer } from '../outbound/server.fixture.ts';

/** What happens to a request in place of the normal response. */
export type InjectedFault = (request: IncomingMessage, response: ServerResponse) => void;

/** A server whose requests can meet with faults. */
export interface FaultyServer extends FixtureServer {
  /** `METHOD /path` of every request, since the last {@link reset}. */
  readonly requestLines: string[];
  /** The next requests whose `METHOD /path` matches get these faults, one each; `undefined` is none. */
  inject(match: RegExp, ...faults: (InjectedFault | undefined)[]): void;
  reset(): void;
}

/** Starts a server of a provider's protocol. */
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

/** The connection breaks in the middle of the body. */
export const cutConnection: InjectedFault = (request) => {
  request.once('data', () => request.socket.destroy());
};

/** Nothing is ever answered. */
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
