import { addAbortSignal } from 'node:stream';
import { KinoraError } from '../base/errors.ts';
import type { FileToSend } from './destination-adapter.ts';

/** How often reading goes on after it broke without a byte in between. */
const MAX_INTERRUPTIONS = 3;

/**
 * The bytes of a file in parts, one in memory at a time. An empty file has one empty part.
 *
 * @param size of every part but the last, in bytes, above 0.
 * @param signal ends the reading.
 * @throws {KinoraError} `internal` if the file has another size than it says; `storage_failed` if reading breaks again and again.
 */
export async function* readInParts(
  file: FileToSend,
  size: number,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let left = file.bytes;
  let part = Buffer.allocUnsafe(Math.min(size, left));
  let filled = 0;
  for await (let bytes of readWithResume(file, signal)) {
    while (bytes.length > 0) {
      if (part.length === 0) throw createWrongSizeError();
      const taken = bytes.copy(part, filled);
      filled += taken;
      bytes = bytes.subarray(taken);
      if (filled < part.length) continue;
      left -= filled;
      yield part;
      part = Buffer.allocUnsafe(Math.min(size, left));
      filled = 0;
    }
  }
  if (left > 0) throw createWrongSizeError();
  if (file.bytes === 0) yield part;
}

/** Opens the file again where it was when reading broke: a storage elsewhere does not wait for a slow upload. */
async function* readWithResume(file: FileToSend, signal: AbortSignal): AsyncGenerator<Buffer> {
  let from = 0;
  for (let breaks = 0; ; breaks++) {
    try {
      for await (const chunk of addAbortSignal(signal, await file.open(from))) {
        breaks = 0;
        // A stream of a file is one of buffers.
        from += (chunk as Buffer).length;
        yield chunk as Buffer;
      }
      return;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof KinoraError) throw error;
      if (breaks >= MAX_INTERRUPTIONS || from >= file.bytes) throw createReadFailure(error);
    }
  }
}

function createReadFailure(cause: unknown): KinoraError {
  return new KinoraError(
    'storage_failed',
    'Our storage broke off while the file was read; try again later.',
    {
      cause,
    },
  );
}

function createWrongSizeError(): KinoraError {
  return new KinoraError('internal', 'The file that was to be sent is not whole.');
}
