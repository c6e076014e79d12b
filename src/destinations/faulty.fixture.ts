import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve } from '../outbound/server.fixture.ts';
import type { FixtureServer } from '../outbound/server.fixture.ts';

/** What befalls a request instead of an answer. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => void;

/** A server whose requests can meet with faults. */
export interface FaultyServer extends FixtureServer {
  /** `METHOD /path` of every request, since the last {@link reset}. */
  readonly asked: string[];
  /** The next requests whose `METHOD /path` matches meet with these faults, one each; `undefined` is none. */
  befall(match: RegExp, ...faults: (Fault | undefined)[]): void;
  reset(): void;
}

/** Starts a server of a provider's protocol. */
export async function serveFaulty(answer: Fault): Promise<FaultyServer> {
  const asked: string[] = [];
  let faults: (Fault | undefined)[] = [];
  let match = /^/;
  const server = await serve((request, response) => {
    const line = `${request.method} ${request.url}`;
    asked.push(line);
    const fault = match.test(line) ? faults.shift() : undefined;
    (fault ?? answer)(request, response);
  });
  const befall = (pattern: RegExp, ...next: (Fault | undefined)[]): void => {
    match = pattern;
    faults = next;
  };
  return {
    ...server,
    asked,
    befall,
    reset() {
      befall(/^/);
      asked.length = 0;
      server.requests.length = 0;
    },
  };
}

/** The connection breaks in the middle of the body. */
export const cut: Fault = (request) => {
  request.once('data', () => request.socket.destroy());
};

/** Nothing is ever answered. */
export const hang: Fault = (request) => {
  request.resume();
};

/** An answer with a status and a body. */
export function answering(status: number, body = ''): Fault {
  return (request, response) => {
    request.resume();
    response.writeHead(status).end(body);
  };
}
