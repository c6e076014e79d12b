import { AV_NOPTS_VALUE, Packet } from '../ffmpeg.ts';
import type { StreamLocation } from '../../media/media.ts';
import { MAX_JITTER } from './detect-clock-step.ts';
import { discardOtherStreams, Input, streamTime } from '../input/input.ts';

/**
 * Demuxers of formats without an index. Files of such a format can be joined by appending one file to
 * another.
 */
const CONCATENABLE_FORMATS = new Set(['ogg', 'mpegts', 'mpeg']);
/**
 * Minimum backward step of the clock, in seconds, that marks the beginning of another file. A smaller step
 * also marks a beginning if it leads back to 0.
 */
export const MIN_CLOCK_RESET = 1;

/**
 * Returns true if the clock of a sound restarts somewhere in its file. Reads the whole file without decoding
 * it.
 *
 * @param location a sound in a local file.
 * @throws {MediaError} if the file cannot be opened.
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
