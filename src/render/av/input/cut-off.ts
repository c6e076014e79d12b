import { open, stat } from 'node:fs/promises';
import { type Seconds, ZERO } from '../../../base/time.ts';
import type { SourceFile } from '../../media/source-file.ts';
import { AV_NOPTS_VALUE, AV_PKT_FLAG_CORRUPT, Packet } from '../ffmpeg.ts';
import { Input, streamTime } from './input.ts';

/** The demuxer of MP4 and MOV. */
const MP4 = 'mov';
/** The boxes whose missing end is that of the media. */
const MEDIA_BOXES: readonly string[] = ['mdat', 'moov', 'moof'];
/** Maximum number of boxes at the top level of a file to look at. */
const MAX_BOXES = 10_000;

/**
 * Finds the end of each stream of an MP4 whose last part is missing, as after a download that broke off.
 *
 * @returns the ends by stream, in seconds on the clock of the file. Undefined if the file is whole, is no MP4 or is remote.
 */
export async function findCutOff(
  file: SourceFile,
  demuxer: string,
): Promise<ReadonlyMap<number, Seconds> | undefined> {
  if (demuxer !== MP4 || typeof file !== 'string' || !(await isCutOff(file))) return undefined;
  using input = await Input.open(file, demuxer);
  using packet = new Packet();
  packet.alloc();
  const ends = new Map<number, Seconds>(input.format.streams.map(({ index }) => [index, ZERO]));
  while ((await input.read(packet)) >= 0) {
    const { streamIndex, pts, duration, flags } = packet;
    packet.unref();
    if (pts === AV_NOPTS_VALUE || (flags & AV_PKT_FLAG_CORRUPT) !== 0) continue;
    const end = streamTime(input.getStream(streamIndex), pts + duration);
    if (end.gt(ends.get(streamIndex) ?? ZERO)) ends.set(streamIndex, end);
  }
  return ends;
}

/** True if a box at the top level is longer than the rest of the file (ISO/IEC 14496-12, 4.2). */
async function isCutOff(path: string): Promise<boolean> {
  const { size } = await stat(path);
  await using file = await open(path);
  const head = Buffer.alloc(16);
  for (let [at, count] = [0, 0]; at + 8 <= size && count < MAX_BOXES; count++) {
    const { bytesRead } = await file.read(head, 0, 16, at);
    const short = head.readUInt32BE(0);
    // 1 means that the length follows, and 0 that the box goes on to the end of the file.
    if (short === 0 || (short === 1 && bytesRead < 16)) return false;
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (length < 8) return false;
    at += length;
    // Cameras write other data after the last box.
    if (at > size) return MEDIA_BOXES.includes(head.toString('latin1', 4, 8));
  }
  return false;
}
