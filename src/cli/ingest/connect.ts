import { KinoraError } from '../../base/errors.ts';
import { createClient, KinoraApiError, type KinoraClient } from '../../client/index.ts';
import type { ServerAccess, ServerStage } from '../command-dependencies.ts';

const HOW_TO_REACH =
  'Start Kinora here with npm start, or set KINORA_URL and KINORA_KEY to reach another one.';

/** Milliseconds in which the server must answer before the first upload. */
const ANSWER_MS = 5000;

/**
 * Returns a client whose server has accepted the key.
 *
 * @throws {KinoraError} `invalid_setting` if the server cannot be used.
 */
export async function connect(
  { url, key }: ServerAccess,
  stage: ServerStage,
  signal: AbortSignal,
): Promise<KinoraClient> {
  if (key === undefined)
    throw new KinoraError('invalid_setting', `There is no API key for ${url}. ${HOW_TO_REACH}`);
  const client = createClient({ url, key, version: stage });
  const tooLong = AbortSignal.timeout(ANSWER_MS);
  try {
    await client.sources.list({ pageSize: 1, signal: AbortSignal.any([signal, tooLong]) }).next();
    return client;
  } catch (error) {
    signal.throwIfAborted();
    if (tooLong.aborted)
      throw new KinoraError('invalid_setting', `Kinora does not answer at ${url}. ${HOW_TO_REACH}`);
    if (!(error instanceof KinoraApiError) || ![401, 403, 404].includes(error.status)) throw error;
    const message =
      error.status === 404
        ? `${url} is not the address of a Kinora server. Set KINORA_URL to an address without the path of an API, such as http://127.0.0.1:3000.`
        : `${url} rejected the API key. Set KINORA_KEY to a key for ${stage}.`;
    throw new KinoraError('invalid_setting', message, { cause: error });
  }
}

/**
 * Converts an error of the client, which the user must see without a stack. Returns other errors unchanged.
 *
 * @param hint a sentence for the case that the server did not answer.
 */
export function toCommandError(error: unknown, hint: string): unknown {
  if (!(error instanceof KinoraApiError)) return error;
  const { status, message, details } = error;
  const lines = details.length > 1 ? details.map((detail) => detail.message) : [message];
  const text = lines.join('\n');
  return new KinoraError('destination_failed', status === 0 ? `${text} ${hint}` : text, { cause: error });
}
