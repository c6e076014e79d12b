import { KinoraError } from '../base/errors.ts';
import { Connection } from '../client/connection.ts';
import { KinoraClient } from '../client/client.ts';
import { KinoraApiError } from '../client/index.ts';

/** The server that an agent uses, and the key for it. */
interface ServerAddress {
  readonly url: string;
  /** Undefined if none is known. */
  readonly key: string | undefined;
}

/** Milliseconds in which the server must answer the first request. */
const ANSWER_MS = 5000;

/** Returns advice for the user about an error of a server, in addition to its message. */
export function hintForUser({ url }: ServerAddress): (error: KinoraApiError) => string | undefined {
  return ({ status, code }) => {
    if (status === 0) return howToReach(url);
    if (status === 401 || code === 'wrong_environment')
      return `Ask the user to set KINORA_KEY in the settings of this tool server to an API key of ${url} and to restart it.`;
    if (code === 'insufficient_scope') return 'Ask the user for a key with this scope in KINORA_KEY.';
    return undefined;
  };
}

/**
 * Returns a function that connects to a server at its first call. The stage is that of the key.
 */
export function createConnector({ url, key }: ServerAddress): () => Promise<Connection> {
  let connected: Promise<Connection> | undefined;
  return () =>
    (connected ??= connect(url, key).catch((error: unknown) => {
      connected = undefined;
      throw error;
    }));
}

async function connect(url: string, key: string | undefined): Promise<Connection> {
  if (key === undefined)
    throw new KinoraError(
      'invalid_setting',
      `There is no API key for ${url}. Ask the user to set KINORA_KEY in the settings of this tool server.`,
    );
  const connection = new Connection({ url, key });
  const tooLong = AbortSignal.timeout(ANSWER_MS);
  try {
    await new KinoraClient(connection).account({ signal: tooLong });
    return connection;
  } catch (error) {
    if (tooLong.aborted) throw createNoServerError(url, error);
    if (!(error instanceof KinoraApiError) || error.code !== 'wrong_environment') throw error;
    return new Connection({ url, key, version: 'stage' });
  }
}

function createNoServerError(url: string, cause: unknown): KinoraError {
  return new KinoraError('invalid_setting', `Kinora does not answer at ${url}. ${howToReach(url)}`, {
    cause,
  });
}

function howToReach(url: string): string {
  return `Ask the user to start Kinora at ${url}, or to correct KINORA_URL in the settings of this tool server.`;
}
