import { AV_NOPTS_VALUE, Packet } from 'node-av';
import type { Location } from '../media/media.ts';
import { JITTER } from './clock-step.ts';
import { discardOthers, Input, streamTime } from './input.ts';

/** Files of these formats may be joined by writing one behind the other; they have no index that would tell. */
const MAY_BE = new Set(['ogg', 'mpegts', 'mpeg']);
/** A step back of the clock that is longer than so many seconds, or leads to its beginning, is that of another file. */
export const LEAST_JOIN = 1;

/**
 * Whether the clock of a sound begins anew somewhere in its file. All of the file is read for that, but nothing decoded.
 *
 * @param location of a sound in a file on this machine.
 */
export async function isJoined({ file, demuxer, stream: index, start }: Location): Promise<boolean> {
  if (!MAY_BE.has(demuxer)) return false;
  using input = await Input.open(file, demuxer);
  const stream = input.stream(index);
  discardOthers(input, stream);
  using packet = new Packet();
  packet.alloc();
  let latest = -Infinity;
  while ((await input.format.readFrame(packet)) >= 0) {
    const { pts, streamIndex } = packet;
    packet.unref();
    if (streamIndex !== index || pts === AV_NOPTS_VALUE) continue;
    const time = streamTime(stream, pts).sub(start).valueOf();
    if (time < latest - LEAST_JOIN || (time <= JITTER && latest > time + 2 * JITTER)) return true;
    latest = Math.max(latest, time);
  }
  return false;
}
