import type { FastifyInstance } from 'fastify';
import { errorCodeOf } from '../../base/error-code.ts';
import { KinoraError } from '../../base/errors.ts';
import type { ServerSettings } from '../settings.ts';

const REQUEST_GRACE_MS = 5_000;

/**
 * Starts to listen.
 *
 * @returns the port, which is not that of the settings if that is 0.
 * @throws {KinoraError} `invalid_setting` if this machine does not allow it.
 */
export async function listen(
  server: FastifyInstance,
  { host, port }: Pick<ServerSettings, 'host' | 'port'>,
): Promise<number> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const code = errorCodeOf(error) ?? 'unknown reason';
    throw new KinoraError(
      'invalid_setting',
      `HOST and PORT are "${host}" and "${port}", where this machine does not let us listen (${code}); PORT may be another, or 0 for any free one.`,
      { cause: error },
    );
  }
  const address = server.server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

/** Closes a server. Requests that are being answered can finish, but a slow download does not delay the end. */
export async function closeServer(server: FastifyInstance): Promise<void> {
  const timer = setTimeout(() => server.server.closeAllConnections(), REQUEST_GRACE_MS);
  try {
    await server.close();
  } finally {
    clearTimeout(timer);
  }
}

/** Creates the address at which this machine itself reaches a server. */
export function toLocalUrl(host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
