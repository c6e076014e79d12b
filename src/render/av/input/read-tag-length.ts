import { open } from 'node:fs/promises';
import type { SourceFile } from '../../media/source-file.ts';

/** Length in bytes of the header of an ID3 tag. */
const HEADER = 10;

/**
 * Returns the length in bytes of the ID3 tag with which a file begins; 0 if there is none.
 *
 * @throws {RemoteReadError} if bytes of the file cannot be fetched.
 */
export async function readTagLength(file: SourceFile): Promise<number> {
  if (typeof file !== 'string') await file.fetchRange(0, HEADER);
  await using handle = await open(typeof file === 'string' ? file : file.path);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER), 0, HEADER, 0);
  if (bytesRead < HEADER || buffer.toString('latin1', 0, 3) !== 'ID3') return 0;
  // Four bytes with seven bits each.
  return HEADER + buffer.subarray(6).reduce((length, byte) => length * 128 + (byte & 127), 0);
}
