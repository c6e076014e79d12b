import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { type FixtureServer, startFixtureServer } from '../../src/outbound/server.fixture.ts';

/** The body of a callback. */
export interface Told {
  readonly type: string;
  readonly action: string;
  readonly id: string;
  readonly render?: string;
  readonly status: string;
  readonly url: string | null;
}

/** Who is told by callbacks, and can be away for a while. */
export interface Receiver {
  readonly url: string;
  /** What has come with a right signature. */
  readonly heard: { readonly told: Told; readonly id: string }[];
  /** Why something that came was not believed. */
  readonly doubted: unknown[];
  /** Ends it. */
  leave(): Promise<void>;
  /** Starts it again at the same address. */
  comeBack(): Promise<void>;
}

/** Starts a receiver. @param secret of Standard Webhooks, set before the first callback comes. */
export async function startReceiver(secret: () => string): Promise<Receiver> {
  let server: Server;
  const heard: Receiver['heard'] = [];
  const doubted: unknown[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    // Node gives each of these as one text.
    const headers = request.headers as Record<string, string>;
    try {
      const told = new Webhook(secret()).verify(body, headers) as Told;
      heard.push({ told, id: headers['webhook-id']! });
    } catch (error) {
      doubted.push(error);
    }
    response.end();
  };
  const listen = async (port: number): Promise<number> => {
    server = createServer((request, response) => void take(request, response)).listen(port, '127.0.0.1');
    await once(server, 'listening');
    // A server that listens on a port has an address with that port.
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    heard,
    doubted,
    async leave() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    async comeBack() {
      await listen(port);
    },
  };
}

/** What stands where a provider would: a server with what it was sent. */
export interface Provider extends FixtureServer {
  /** By name. */
  readonly files: Map<string, Buffer>;
}

/**
 * As much of Azure Blob Storage as small files need.
 *
 * @param busy is asked before each file is taken, and may never answer.
 */
export async function serveAzure(busy: () => Promise<void> = () => Promise.resolve()): Promise<Provider> {
  const files = new Map<string, Buffer>();
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isRight = request.method === 'PUT' && request.headers.authorization?.startsWith('SharedKey acct:');
    const content = await buffer(request);
    await busy();
    if (isRight) files.set(request.url ?? '', content);
    response.writeHead(isRight ? 201 : 403).end();
  };
  return { ...(await startFixtureServer((request, response) => void take(request, response))), files };
}

/** As much of Mux as one small video at a time needs. */
export async function serveMux(): Promise<Provider> {
  const files = new Map<string, Buffer>();
  const server = await startFixtureServer((request, response) => {
    void buffer(request).then((content) => {
      const say = (data: object) => response.end(JSON.stringify({ data }));
      const line = `${request.method} ${request.url}`;
      if (line === 'PUT /put/up-1') files.set('as-1', content);
      if (line === 'PUT /put/up-1') response.end();
      else if (line === 'POST /video/v1/uploads')
        say({ id: 'up-1', url: `${server.url}/put/up-1`, status: 'waiting' });
      else if (line === 'GET /video/v1/uploads/up-1')
        say({ id: 'up-1', status: 'asset_created', asset_id: 'as-1' });
      else say({ id: 'as-1', status: 'preparing', playback_ids: [{ id: 'play', policy: 'public' }] });
    });
  });
  return { ...server, files };
}
