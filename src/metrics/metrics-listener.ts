import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorCodeOf } from '../base/error-code.ts';
import { KinoraError } from '../base/errors.ts';
import { KeyFailures } from '../base/counts/key-failures.ts';
import type { Logger } from '../base/logger.ts';
import { hasToken } from './metrics-access.ts';
import type { Metrics } from './metrics.ts';

/** Milliseconds for a whole request, and for its headers. */
const REQUEST_MS = 10_000;
const MAX_CONNECTIONS = 50;
const TEXT = 'text/plain; charset=utf-8';

/**
 * Serves the metrics at an address of their own, and nothing else.
 *
 * @param address a port of 0 takes a free one.
 * @param token the token that requests must bring. Undefined for none.
 * @throws {KinoraError} `invalid_setting` if the process cannot listen there.
 */
export async function listenForMetrics(
  metrics: Metrics,
  address: { readonly host: string; readonly port: number },
  token: string | undefined,
  log: Logger,
) {
  const refusals = new KeyFailures(1);
  const refuse = (request: IncomingMessage): number | undefined =>
    token === undefined || hasToken(request, token)
      ? undefined
      : refusals.add(request.socket.remoteAddress ?? '');
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS, maxHeaderSize: 8192 },
    (request, response) => void answer(metrics, refuse, request, response, log),
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.listen(address.port, address.host);
  await once(server, 'listening').catch((error: unknown) => {
    throw createMetricsListenError(address, error);
  });
  server.on('error', (error) => log.warn({ err: error }, 'The address for metrics reported an error.'));
  // A server that listens on a host and port has such an address.
  const { port } = server.address() as AddressInfo;
  log.info({ host: address.host, port }, 'The metrics are at /metrics of this address.');
  return {
    port,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const IN_USE = 'Set it to another port: each process needs its own.';
const NOT_HERE = 'Set it to a port, or to an address of this machine with a port.';
const LISTEN_ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'Set it to a port above 1023.',
  EADDRNOTAVAIL: `This machine does not have the address. ${NOT_HERE}`,
  ENOTFOUND: `No name server knows the name. ${NOT_HERE}`,
  EAI_AGAIN: `No name server answers for the name. ${NOT_HERE}`,
};

/** Creates the error of metrics that cannot be served at their address. */
export function createMetricsListenError(
  { host, port }: { readonly host: string; readonly port: number },
  cause: unknown,
): KinoraError {
  const code = errorCodeOf(cause) ?? 'unknown reason';
  return new KinoraError(
    'invalid_setting',
    `Cannot listen on KINORA_METRICS "${host}:${port}" (${code}). ${LISTEN_ADVICE[code] ?? IN_USE}`,
    { cause },
  );
}

/**
 * Answers a request.
 *
 * @param refuse Returns the seconds that a client without the token must wait before its next request. Undefined if
 *   the request has the token.
 */
async function answer(
  metrics: Metrics,
  refuse: (request: IncomingMessage) => number | undefined,
  request: IncomingMessage,
  response: ServerResponse,
  log: Logger,
): Promise<void> {
  request.resume();
  const send = (status: number, body: string, type = TEXT): void => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  try {
    if (request.url?.split('?', 1)[0] !== '/metrics') send(404, 'The metrics are at /metrics.\n');
    else if (request.method !== 'GET' && request.method !== 'HEAD') send(405, 'Use GET.\n');
    else {
      const seconds = refuse(request);
      if (seconds === undefined) send(200, await metrics.read(), metrics.contentType);
      else if (seconds === 0)
        send(401, 'Send the token in KINORA_METRICS_TOKEN: Authorization: Bearer TOKEN\n');
      else {
        response.setHeader('retry-after', seconds);
        send(429, `Too many requests came without the token. Try again in ${seconds} seconds.\n`);
      }
    }
  } catch (error) {
    log.error({ err: error }, 'Could not answer a request for metrics.');
    if (!response.headersSent) send(500, 'The metrics could not be read.\n');
  }
}
