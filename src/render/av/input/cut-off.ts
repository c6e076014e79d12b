import { open } from 'node:fs/promises';
import { type Seconds, ZERO } from '../../../base/time.ts';
import type { SourceFile } from '../../media/source-file.ts';
import { AV_NOPTS_VALUE, AV_PKT_FLAG_CORRUPT, Packet } from '../ffmpeg.ts';
import { Input, streamTime } from './input.ts';
import { readBoxes } from './mp4-boxes.ts';

/** The demuxer of MP4 and MOV. */
const MP4 = 'mov';
/** The boxes whose missing end is that of the media. */
const MEDIA_BOXES: readonly string[] = ['mdat', 'moov', 'moof'];

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

/** True if a box of the media at the top level is longer than the rest of the file. Cameras write other data after the last box. */
async function isCutOff(path: string): Promise<boolean> {
  await using file = await open(path);
  const { size } = await file.stat();
  for await (const { type, at, length } of readBoxes(file))
    if (at + length > size) return MEDIA_BOXES.includes(type);
  return false;
}
