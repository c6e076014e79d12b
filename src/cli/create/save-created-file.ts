import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { KinoraError } from '../../base/errors.ts';

/** Milliseconds after which a download ends. */
const DOWNLOAD_MS = 10 * 60_000;

/**
 * Downloads a file of a server.
 *
 * @param url address of the file. It may be on this machine.
 * @throws {KinoraError} `destination_failed` if the file cannot be downloaded.
 */
export async function saveCreatedFile(url: string, path: string, signal: AbortSignal): Promise<void> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(DOWNLOAD_MS)]);
  try {
    const response = await fetch(url, { signal: limited });
    if (!response.ok || response.body === null) {
      await response.body?.cancel();
      throw new KinoraError('destination_failed', `The server answered ${response.status}.`);
    }
    await pipeline(Readable.fromWeb(response.body), createWriteStream(path), { signal: limited });
  } catch (error) {
    signal.throwIfAborted();
    const reason = error instanceof KinoraError ? ` ${error.message}` : '';
    throw new KinoraError(
      'destination_failed',
      `The result is at ${url}, but it cannot be downloaded.${reason}`,
      {
        cause: error,
      },
    );
  }
}
