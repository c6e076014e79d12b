import { addAbortSignal } from 'node:stream';
import { KinoraError } from '../../base/errors.ts';
import type { SentFile } from './destination.ts';

/**
 * The bytes of a file in parts, one in memory at a time. An empty file has one empty part.
 *
 * @param size of every part but the last, in bytes, above 0.
 * @param signal ends the reading.
 * @throws {KinoraError} `internal` if the file has another size than it says.
 */
export async function* partsOf(file: SentFile, size: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  let left = file.bytes;
  let part = Buffer.allocUnsafe(Math.min(size, left));
  let filled = 0;
  for await (const chunk of addAbortSignal(signal, await file.open())) {
    // A stream of a file is one of buffers.
    let bytes = chunk as Buffer;
    while (bytes.length > 0) {
      if (part.length === 0) throw wrongSize();
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
  if (left > 0) throw wrongSize();
  if (file.bytes === 0) yield part;
}

function wrongSize(): KinoraError {
  return new KinoraError('internal', 'The file that was to be sent is not whole.');
}
