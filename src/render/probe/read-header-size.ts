import { open } from 'node:fs/promises';
import type { StillSize } from '../stills/still.ts';

/** As far as the sizes stand. */
const HEAD_BYTES = 26;
/** The length of the second header of a BMP that still has two bytes for each side; all others have four. */
const OLD_HEADER = 12;

/**
 * Reads the size in the header of a BMP or a GIF: FFmpeg takes memory for it. The size that sharp reads of a GIF may be less. Nothing
 * is decoded.
 *
 * @param demuxer the one that reads its first picture.
 * @returns undefined for all others, of which sharp knows it.
 */
export async function readHeaderSize(path: string, demuxer: string): Promise<StillSize | undefined> {
  const read = READERS[demuxer];
  if (!read) return undefined;
  await using file = await open(path);
  // What is too short ends in zeros, and fails when it is decoded.
  const { buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return read(buffer);
}

const READERS: Readonly<Record<string, (head: Buffer) => StillSize>> = {
  gif: (head) => ({ width: head.readUInt16LE(6), height: head.readUInt16LE(8) }),
  bmp_pipe: (head) =>
    head.readUInt32LE(14) === OLD_HEADER
      ? { width: head.readUInt16LE(18), height: head.readUInt16LE(20) }
      : // Rows that go downwards have a negative height.
        { width: Math.abs(head.readInt32LE(18)), height: Math.abs(head.readInt32LE(22)) },
};
