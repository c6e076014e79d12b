import { addAbortSignal } from 'node:stream';
import { KinoraError } from '../base/errors.ts';
import type { FileToSend } from './destination-adapter.ts';

/** Maximum number of consecutive interruptions without a new byte in between. */
const MAX_INTERRUPTIONS = 3;

/**
 * Reads a file in parts, with one part in memory at a time. An empty file has one empty part.
 *
 * @param size the size of each part except the last, in bytes, above 0.
 * @param signal aborts the reading.
 * @throws {KinoraError} `internal` if the actual size of the file is not its `bytes`; `storage_failed` if
 *   reading breaks off repeatedly.
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

/**
 * Reads a file and resumes after interruptions: a remote storage may close the connection during a slow
 * upload.
 *
 * @throws {KinoraError} `storage_failed` if reading breaks off repeatedly.
 */
export async function* readWithResume(
  file: Pick<FileToSend, 'bytes' | 'open'>,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let from = 0;
  for (let breaks = 0; ; breaks++) {
    try {
      for await (const chunk of addAbortSignal(signal, await file.open(from))) {
        breaks = 0;
        // A stream without an encoding yields buffers.
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
    'The storage of Kinora closed the connection while the file was read. Try again later.',
    {
      cause,
    },
  );
}

function createWrongSizeError(): KinoraError {
  return new KinoraError('internal', 'The file to send does not have the expected size.');
}
