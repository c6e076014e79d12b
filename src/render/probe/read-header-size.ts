import { open } from 'node:fs/promises';
import type { StillSize } from '../stills/still.ts';

/** Number of bytes from the start of the file to the end of the size fields. */
const HEAD_BYTES = 26;
/**
 * Length in bytes of the oldest version of the BMP info header. It stores width and height in two bytes each.
 * Newer versions use four bytes.
 */
const OLD_HEADER = 12;

/**
 * Reads the size from the header of a BMP or a GIF without decoding the picture. FFmpeg allocates memory for
 * this size. For a GIF, sharp can report a smaller size, so the size from sharp cannot be used to limit the
 * memory.
 *
 * @param demuxer the FFmpeg demuxer that reads the first frame.
 * @returns the size in pixels, or undefined for other formats, whose size sharp knows.
 */
export async function readHeaderSize(path: string, demuxer: string): Promise<StillSize | undefined> {
  const read = READERS[demuxer];
  if (!read) return undefined;
  await using file = await open(path);
  // A file that is too short is padded with zeros. Decoding it fails later.
  const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return read(buffer);
}

const READERS: Readonly<Record<string, (head: Buffer) => StillSize>> = {
  gif: (head) => ({ width: head.readUInt16LE(6), height: head.readUInt16LE(8) }),
  bmp_pipe: (head) =>
    head.readUInt32LE(14) === OLD_HEADER
      ? { width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
      : // The height is negative if the rows are stored from top to bottom.
        { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) },
};
