import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

/** A local server for tests that records its requests. */
export interface FixtureServer {
  readonly url: string;
  readonly requests: IncomingMessage[];
  close(): Promise<void>;
}

/** Starts a server on a free port of 127.0.0.1. */
export async function startFixtureServer(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
): Promise<FixtureServer> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    answer(request, response, requests.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an `AddressInfo`.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends an endless body until the connection closes. */
export function sendForever(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536);
  const endless = new Readable({
    read() {
      this.push(chunk);
    },
  });
  response.once('close', () => endless.destroy());
  endless.pipe(response);
}
