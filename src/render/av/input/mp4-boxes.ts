import { type FileHandle, open } from 'node:fs/promises';

/** A box at the top level of an MP4 (ISO/IEC 14496-12, 4.2). */
export interface Mp4Box {
  readonly type: string;
  /** Offset of the box, with its header. */
  readonly at: number;
  /** Length in bytes. The file may end sooner. */
  readonly length: number;
}

/** Maximum number of boxes at the top level of a file to look at. */
const MAX_BOXES = 10_000;

/** Reads the headers of the boxes at the top level of an MP4. A box that goes on to the end of the file is not among them. */
export async function* readBoxes(file: FileHandle): AsyncGenerator<Mp4Box> {
  const { size } = await file.stat();
  const head = Buffer.alloc(16);
  for (let [at, count] = [0, 0]; at + 8 <= size && count < MAX_BOXES; count++) {
    const { bytesRead } = await file.read(head, 0, 16, at);
    const short = head.readUInt32BE(0);
    // 1 means that the length follows, and 0 that the box goes on to the end of the file.
    if (short === 0 || (short === 1 && bytesRead < 16)) return;
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (length < 8) return;
    yield { type: head.toString('latin1', 4, 8), at, length };
    at += length;
  }
}

/** Maximum bytes of an index to read. An index for 12 hours takes less than a tenth of this. */
const MAX_INDEX = 512 * 2 ** 20;
/** Seconds between decoding and showing a frame that no codec needs. */
const LONG_DELAY = 10;

/** True if an MP4 may have wrong times: if it has fragments, or a frame that is shown long before or after it is decoded. */
export async function mayHaveWrongTimes(path: string): Promise<boolean> {
  await using file = await open(path);
  for await (const { type, at, length } of readBoxes(file)) {
    if (type === 'moof') return true;
    if (type !== 'moov' || length > MAX_INDEX) continue;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    if (hasLongDelay(buffer.subarray(0, bytesRead))) return true;
  }
  return false;
}

/**
 * True if a track has a frame that is shown long before or after it is decoded. The ticks of a table of delays are those
 * of the last header of a track before it.
 *
 * @param index the box `moov`.
 */
export function hasLongDelay(index: Buffer): boolean {
  let most = Infinity;
  let header = index.indexOf('mdhd');
  let at = index.indexOf('ctts');
  while (at >= 0 && at + 12 <= index.length) {
    for (; header >= 0 && header < at; header = index.indexOf('mdhd', header + 4)) {
      const clock = header + (index[header + 4] === 1 ? 24 : 16);
      if (clock + 4 <= index.length) most = LONG_DELAY * index.readUInt32BE(clock);
    }
    let entry = at + 12;
    const end = Math.min(entry + 8 * index.readUInt32BE(at + 8), index.length - 7);
    for (; entry < end; entry += 8) if (Math.abs(index.readInt32BE(entry + 4)) > most) return true;
    at = index.indexOf('ctts', entry);
  }
  return false;
}
