import { type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startFixtureServer } from '../../src/outbound/server.fixture.ts';
import type { Random } from '../random.ts';

/** The response of a broken service. `cut` sends a part of the answer. */
export type Breakage = '500' | '503' | 'hang' | 'reset' | 'cut';

/** A proxy in front of a service, which can break. */
export interface FaultyProxy {
  readonly url: string;
  /** Number of requests that were answered wrongly. */
  readonly spoilt: number;
  /** Breaks all requests from now on, or none. */
  break(how: Breakage | undefined): void;
  close(): Promise<void>;
}

/** The longest delay of a request that is passed on, in milliseconds. */
export interface FaultyProxyOptions {
  readonly delayMs?: readonly [number, number];
}

/** Starts a proxy. Passes on everything, headers included, because services sign their host. */
export async function startFaultyProxy(
  target: string,
  random: Random,
  { delayMs = [0, 0] }: FaultyProxyOptions = {},
): Promise<FaultyProxy> {
  let breakage: Breakage | undefined;
  let spoilt = 0;
  const waiting = new Set<ServerResponse>();
  const server = await startFixtureServer((incoming, response) => {
    const how = breakage;
    if (how !== undefined) spoilt++;
    if (how === undefined)
      void sleep(random.between(...delayMs)).then(() => pass(target, incoming, response));
    else if (how === 'hang') waiting.add(response);
    else if (how === 'reset') incoming.socket.destroy();
    else if (how === 'cut') pass(target, incoming, response, true);
    else {
      incoming.resume();
      response.writeHead(Number(how), { 'content-type': 'application/xml' }).end();
    }
  });
  const endWaiting = (): void => {
    for (const response of waiting) response.socket?.destroy();
    waiting.clear();
  };
  return {
    url: server.url,
    get spoilt() {
      return spoilt;
    },
    break(how) {
      breakage = how;
      endWaiting();
    },
    async close() {
      endWaiting();
      await server.close();
    },
  };
}

/** Passes a request on. @param isCut true to end in the middle of the body, of the request or of the answer. */
function pass(target: string, incoming: IncomingMessage, response: ServerResponse, isCut = false): void {
  const { method, headers } = incoming;
  const outgoing = send(new URL(incoming.url ?? '/', target), { method, headers });
  const destroy = (): void => {
    outgoing.destroy();
    incoming.socket.destroy();
  };
  outgoing.once('error', destroy);
  response.once('close', () => outgoing.destroy());
  outgoing.once('response', (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (isCut) {
      response.flushHeaders();
      setImmediate(destroy);
    } else answer.once('error', destroy).pipe(response);
  });
  incoming.pipe(outgoing);
}
