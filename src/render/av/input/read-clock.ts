import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { AV_NOPTS_VALUE, AVDISCARD_ALL, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO, Packet } from '../ffmpeg.ts';
import { analyzeClock, type ClockFindings, type ForwardSteps, type PacketTimes } from './analyze-clock.ts';
import { Input } from './input.ts';
import { mayHaveWrongTimes } from './mp4-boxes.ts';

/** The demuxers of formats whose clock may be wrong in the middle, and when a step forward of it is a new start. */
const FORWARD_STEPS: Readonly<Partial<Record<string, ForwardSteps>>> = {
  mpegts: 'alone',
  mpeg: 'alone',
  ogg: 'alone',
  flv: 'together',
  matroska: 'together',
  mov: 'together',
};
/** Maximum bytes of a file with an index whose packets are all read. Recordings of hours take more. */
const MAX_INDEXED_BYTES = 2 ** 31;
/** The demuxers of formats with an index. */
const INDEXED: readonly string[] = ['matroska', 'mov'];
/** Seconds of the smallest step backward that is a new start of the clock, as in FFmpeg. */
const MIN_BACKWARD = 0.1;
/** The same for the times at which frames are shown: frames are stored in another order. */
const MIN_BACKWARD_SHOWN = 1;
/** Packets after which the reader lets the process receive messages. */
const PACKETS_AT_ONCE = 2000;

/**
 * Reads the times of all packets of a local file, to find out where its clock starts again, and which packets have
 * wrong times. Decodes nothing.
 *
 * @returns undefined if its format has no such faults, or if they are unlikely.
 * @throws {MediaError} if the file cannot be opened.
 */
export async function readClock(path: string, demuxer: string): Promise<ClockFindings | undefined> {
  const forward = FORWARD_STEPS[demuxer];
  if (!forward || !(await isWorthReading(path, demuxer))) return undefined;
  using input = await Input.open(path, demuxer);
  return analyzeClock(await readTimes(input, demuxer), listVideos(input), forward);
}

/** True if reading all packets of a file takes little time, or if faults are likely. */
async function isWorthReading(path: string, demuxer: string): Promise<boolean> {
  if (INDEXED.includes(demuxer) && (await stat(path)).size > MAX_INDEXED_BYTES) return false;
  return demuxer !== 'mov' || (await mayHaveWrongTimes(path));
}

function listVideos({ format }: Input): ReadonlySet<number> {
  const videos = format.streams.filter(({ codecpar }) => codecpar.codecType === AVMEDIA_TYPE_VIDEO);
  return new Set(videos.map(({ index }) => index));
}

async function readTimes(input: Input, demuxer: string): Promise<PacketTimes> {
  // Matroska does not store when a packet is decoded, and FFmpeg guesses wrong at a step.
  const isGuessed = demuxer === 'matroska';
  const minBackward = isGuessed ? MIN_BACKWARD_SHOWN : MIN_BACKWARD;
  const columns: PacketTimes = { stream: [], decoded: [], shown: [], duration: [], minBackward };
  const { streams } = input.format;
  for (const stream of streams) {
    const type = stream.codecpar.codecType;
    if (type !== AVMEDIA_TYPE_AUDIO && type !== AVMEDIA_TYPE_VIDEO) stream.discard = AVDISCARD_ALL;
  }
  const ticks = streams.map(({ timeBase: { num, den } }) => num / den);
  using packet = new Packet();
  packet.alloc();
  while ((await input.read(packet)) >= 0) {
    const { streamIndex, pts, dts, duration } = packet;
    packet.unref();
    const seconds = (time: bigint): number =>
      time === AV_NOPTS_VALUE ? NaN : Number(time) * (ticks[streamIndex] ?? 0);
    const [shown, decoded] = [seconds(pts), seconds(dts)];
    columns.stream.push(streamIndex);
    columns.shown.push(Number.isNaN(shown) ? decoded : shown);
    columns.decoded.push(Number.isNaN(decoded) || (isGuessed && !Number.isNaN(shown)) ? shown : decoded);
    columns.duration.push(Number(duration) * (ticks[streamIndex] ?? 0));
    if (columns.stream.length % PACKETS_AT_ONCE === 0) await setImmediate();
  }
  return columns;
}
