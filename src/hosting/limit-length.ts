import type { Readable } from 'node:stream';
import { KinoraError } from '../base/errors.ts';

/**
 * Reads a stream up to a maximum length. Does not destroy the stream if it is too long, so that a response can
 * still be sent on its connection.
 *
 * @throws {KinoraError} `body_too_large`. Errors of the stream pass through.
 */
export async function* limitLength(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body.iterator({ destroyOnReturn: false })) {
    // A stream without an encoding yields buffers.
    const buffer = chunk as Buffer;
    bytes += buffer.length;
    if (bytes > maxBytes) throw createTooLargeError(maxBytes);
    yield buffer;
  }
}

/** Creates the error for a file that is too large. */
export function createTooLargeError(maxBytes: number): KinoraError {
  return new KinoraError(
    'body_too_large',
    `The file is too large: it must have at most ${maxBytes.toLocaleString('en')} bytes (KINORA_INGEST_MAX_BYTES).`,
  );
}
