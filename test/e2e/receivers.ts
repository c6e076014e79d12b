import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { type FixtureServer, startFixtureServer } from '../../src/outbound/server.fixture.ts';

/** The body of a callback. */
export interface CallbackBody {
  readonly type: string;
  readonly action: string;
  readonly id: string;
  readonly render?: string;
  readonly status: string;
  readonly url: string | null;
}

/** A receiver of callbacks that can be stopped and restarted. */
export interface Receiver {
  readonly url: string;
  /** The callbacks with a valid signature. */
  readonly received: { readonly body: CallbackBody; readonly id: string }[];
  /** The errors of callbacks without a valid signature. */
  readonly rejected: unknown[];
  /** Stops the receiver. */
  stop(): Promise<void>;
  /** Starts the receiver again on the same port. */
  restart(): Promise<void>;
}

/** Starts a receiver. @param secret Returns the Standard Webhooks secret. Called for each callback. */
export async function startReceiver(secret: () => string): Promise<Receiver> {
  let server: Server;
  const heard: Receiver['received'] = [];
  const doubted: unknown[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const content = await text(request);
    // Node.js returns each of these headers as a string.
    const headers = request.headers as Record<string, string>;
    try {
      const body = new Webhook(secret()).verify(content, headers) as CallbackBody;
      heard.push({ body, id: headers['webhook-id']! });
    } catch (error) {
      doubted.push(error);
    }
    response.end();
  };
  const listen = async (port: number): Promise<number> => {
    server = createServer((request, response) => void handle(request, response)).listen(port, '127.0.0.1');
    await once(server, 'listening');
    // The address of a server on a TCP port is an object.
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received: heard,
    rejected: doubted,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
    async restart() {
      await listen(port);
    },
  };
}

/** A fake provider: a server with the files that it received. */
export interface Provider extends FixtureServer {
  /** The received files by name. */
  readonly files: Map<string, Buffer>;
}

/**
 * Starts a fake Azure Blob Storage with the calls that small files need.
 *
 * @param accept Called before each file is stored. The file is stored when its promise resolves.
 */
export async function serveAzure(accept: () => Promise<void> = () => Promise.resolve()): Promise<Provider> {
  const files = new Map<string, Buffer>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isValid = request.method === 'PUT' && request.headers.authorization?.startsWith('SharedKey acct:');
    const content = await buffer(request);
    await accept();
    if (isValid) files.set(request.url ?? '', content);
    response.writeHead(isValid ? 201 : 403).end();
  };
  return { ...(await startFixtureServer((request, response) => void handle(request, response))), files };
}

/** Starts a fake Mux with the calls that one small video at a time needs. */
export async function serveMux(): Promise<Provider> {
  const files = new Map<string, Buffer>();
  const server = await startFixtureServer((request, response) => {
    void buffer(request).then((content) => {
      const send = (data: object) => response.end(JSON.stringify({ data }));
      const line = `${request.method} ${request.url}`;
      if (line === 'PUT /put/up-1') files.set('as-1', content);
      if (line === 'PUT /put/up-1') response.end();
      else if (line === 'POST /video/v1/uploads')
        send({ id: 'up-1', url: `${server.url}/put/up-1`, status: 'waiting' });
      else if (line === 'GET /video/v1/uploads/up-1')
        send({ id: 'up-1', status: 'asset_created', asset_id: 'as-1' });
      else send({ id: 'as-1', status: 'preparing', playback_ids: [{ id: 'play', policy: 'public' }] });
    });
  });
  return { ...server, files };
}
