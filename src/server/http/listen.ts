import type { FastifyInstance } from 'fastify';
import { errorCodeOf } from '../../base/error-code.ts';
import { KinoraError } from '../../base/errors.ts';
import type { ServerSettings } from '../settings.ts';

/**
 * Milliseconds that running requests have to finish when the server stops. A worker has as long for its renders, one
 * after the other, so both fit into the 45 seconds that the files in `deploy` wait.
 */
export const REQUEST_GRACE_MS = 20_000;

/**
 * Starts to listen.
 *
 * @returns The port. If the port of the settings is 0, this is the free port that was selected.
 * @throws {KinoraError} `invalid_setting` if the server cannot listen on this host and port.
 */
export async function listen(
  server: FastifyInstance,
  { host, port }: Pick<ServerSettings, 'host' | 'port'>,
): Promise<number> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    throw createListenError({ host, port }, error);
  }
  const address = server.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

const OTHER_PORT = 'Set PORT to another port, or to 0 for a free one.';
const OTHER_HOST =
  'Set HOST to an address of this machine, such as 127.0.0.1, or to 0.0.0.0 for all of its addresses.';
const LISTEN_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: `Another program has the port. ${OTHER_PORT}`,
  EACCES:
    'This user may not use the port. Set PORT to a port above 1023, and put a proxy before it for 80 and 443.',
  EADDRNOTAVAIL: `This machine does not have the address. ${OTHER_HOST}`,
  ENOTFOUND: `No name server knows the name. ${OTHER_HOST}`,
  EAI_AGAIN: `No name server answers for the name. ${OTHER_HOST}`,
  EAFNOSUPPORT: `This machine has no addresses of this kind. ${OTHER_HOST}`,
};

/** Creates the error of a server that cannot listen. It says which of the settings is wrong, and what to do. */
export function createListenError(
  { host, port }: Pick<ServerSettings, 'host' | 'port'>,
  cause: unknown,
): KinoraError {
  const code = errorCodeOf(cause) ?? 'unknown reason';
  return new KinoraError(
    'invalid_setting',
    `Cannot listen on HOST "${host}" and PORT ${port} (${code}). ${LISTEN_ADVICE[code] ?? OTHER_PORT}`,
    { cause },
  );
}

/**
 * Closes a server. Running requests have some time to finish. Then all connections are closed, so that a slow
 * download does not delay the shutdown.
 *
 * @param graceMs the time for running requests, in milliseconds.
 */
export async function closeServer(server: FastifyInstance, graceMs = REQUEST_GRACE_MS): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), graceMs);
  try {
    await server.close();
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the URL at which this machine reaches a server that listens on `host` and `port`. */
export function toLocalUrl(host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
