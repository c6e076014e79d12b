import { AV_NOPTS_VALUE, Packet } from 'node-av';
import type { StreamLocation } from '../../media/media.ts';
import { MAX_JITTER } from './detect-clock-step.ts';
import { discardOtherStreams, Input, streamTime } from '../input/input.ts';

/** Files of these formats may be joined by writing one behind the other; they have no index that would tell. */
const CONCATENABLE_FORMATS = new Set(['ogg', 'mpegts', 'mpeg']);
/** A step back of the clock that is longer than so many seconds, or leads to its beginning, is that of another file. */
export const MIN_CLOCK_RESET = 1;

/**
 * Whether the clock of a sound begins anew somewhere in its file. All of the file is read for that, but nothing decoded.
 *
 * @param location of a sound in a file on this machine.
 */
export async function isConcatenated({
  file,
  demuxer,
  stream: index,
  start,
}: StreamLocation): Promise<boolean> {
  if (!CONCATENABLE_FORMATS.has(demuxer)) return false;
  using input = await Input.open(file, demuxer);
  const stream = input.getStream(index);
  discardOtherStreams(input, stream);
  using packet = new Packet();
  packet.alloc();
  let latest = -Infinity;
  while ((await input.format.readFrame(packet)) >= 0) {
    const { pts, streamIndex } = packet;
    packet.unref();
    if (streamIndex !== index || pts === AV_NOPTS_VALUE) continue;
    const time = streamTime(stream, pts).sub(start).valueOf();
    if (time < latest - MIN_CLOCK_RESET || (time <= MAX_JITTER && latest > time + 2 * MAX_JITTER))
      return true;
    latest = Math.max(latest, time);
  }
  return false;
}
