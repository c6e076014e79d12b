import { AV_NOPTS_VALUE, type Frame, Packet, type Stream } from '../ffmpeg.ts';
import { type Seconds, ZERO } from '../../../base/time.ts';
import { MediaError } from '../check.ts';
import { findFaults } from '../input/file-faults.ts';
import { Input, streamTime } from '../input/input.ts';
import { assertDecoders, checkDeclared, findDuration, readSizes, readTurn } from '../input/probe-av.ts';
import { SoundDecoder } from '../sound/sound-decoder.ts';
import { VideoDecoder } from '../video/video-decoder.ts';

/** Demuxers of formats that store no timestamps. FFmpeg only estimates their durations. */
const FORMATS_WITH_ESTIMATED_DURATION = new Set(['mp3', 'aac', 'ac3', 'eac3']);

/** The facts that are known of a media file before anything of it is decoded. */
export interface DeclaredTracks {
  /** Stored size of the video in pixels. Absent if there is no video. */
  readonly size?: { readonly width: number; readonly height: number };
  /** Seconds: the real ones of a file with faults. Absent if the file does not declare its duration. */
  readonly duration?: number | undefined;
}

/** The facts about the tracks of a media file. */
export interface TrackFacts {
  /** The video: its upright size in square pixels, and its average frame rate if it is known. */
  readonly video?: { readonly width: number; readonly height: number; readonly frameRate?: number };
  readonly hasSound: boolean;
  /** Seconds from source second 0 to the end of the longest track. */
  readonly duration: number;
}

/**
 * Reads the declared properties of a media file, and looks for faults, without decoding it.
 *
 * @param demuxer the FFmpeg demuxer for the file.
 * @throws {KinoraError} `asset_too_large` if it declares more than a file may have.
 * @throws {MediaError} if FFmpeg cannot read the file.
 */
export async function readDeclaredTracks(path: string, demuxer: string): Promise<DeclaredTracks> {
  using input = await Input.open(path, demuxer);
  const { video, audio } = input;
  checkDeclared(input, video, audio);
  const size = video && { width: video.codecpar.width, height: video.codecpar.height };
  return { ...(size && { size }), duration: await findLongest(input, path, demuxer) };
}

/**
 * Finds the facts about the tracks of a media file. Decodes one frame of each. If the file does not declare
 * its duration, reads the whole file, but does not decode it.
 *
 * @param demuxer the FFmpeg demuxer for the file.
 * @param declared the facts of {@link readDeclaredTracks}.
 * @returns undefined if not a single frame or sample can be decoded.
 * @throws {MissingDecoder} if Kinora decodes none of its codecs.
 * @throws {MediaError} if FFmpeg cannot read the file, or cannot decode its video.
 */
export async function inspectTracks(
  path: string,
  demuxer: string,
  declared: DeclaredTracks,
): Promise<TrackFacts | undefined> {
  using input = await Input.open(path, demuxer);
  const { video: stream, audio } = input;
  const hasSound = audio !== undefined && (await canDecodeSound(path, demuxer, audio.index));
  const size = stream && (await decodeSize(input, stream));
  if (!size && !hasSound) {
    assertDecoders(input);
    return undefined;
  }
  const packets = declared.duration === undefined ? await measurePackets(path, demuxer) : undefined;
  const frameRate = packets ? packets.frameRate : stream && averageRateOf(stream);
  return {
    ...(size && { video: { ...size, ...(frameRate && { frameRate }) } }),
    hasSound,
    duration: declared.duration ?? packets?.duration ?? 0,
  };
}

/** Returns the seconds of the longest track. Undefined if none of them declares its duration. */
async function findLongest(input: Input, path: string, demuxer: string): Promise<number | undefined> {
  if (FORMATS_WITH_ESTIMATED_DURATION.has(demuxer)) return undefined;
  const faults = await findFaults(input, path, demuxer);
  const { video, audio } = input;
  const durations = [video, audio].flatMap((stream) => (stream ? [findDuration(stream, input, faults)] : []));
  const longest = durations.reduce<Seconds | undefined>(
    (latest, { duration }) => (duration && (!latest || duration.gt(latest)) ? duration : latest),
    undefined,
  );
  return longest?.gt(0) ? longest.valueOf() : undefined;
}

async function decodeSize(
  input: Input,
  stream: Stream,
): Promise<{ readonly width: number; readonly height: number } | undefined> {
  using decoder = new VideoDecoder(input, stream);
  using frame: Frame | undefined = await decoder.decodeFirst();
  if (!frame) return undefined;
  const { width, height } = readSizes(frame, stream, readTurn(stream));
  return { width, height };
}

async function canDecodeSound(path: string, demuxer: string, index: number): Promise<boolean> {
  using input = await Input.open(path, demuxer);
  try {
    using decoder = new SoundDecoder(input, input.getStream(index));
    using frame = decoder.next();
    return frame !== undefined;
  } catch (error) {
    if (error instanceof MediaError) return false;
    throw error;
  }
}

function averageRateOf({ avgFrameRate: { num, den } }: Stream): number | undefined {
  return num > 0 && den > 0 ? num / den : undefined;
}

/** Measures the duration in seconds and the average frame rate by the timestamps of all packets. */
async function measurePackets(
  path: string,
  demuxer: string,
): Promise<{ readonly duration: number; readonly frameRate?: number }> {
  using input = await Input.open(path, demuxer);
  const { start, video, audio, format } = input;
  const streams = new Map([video, audio].flatMap((stream) => (stream ? [[stream.index, stream]] : [])));
  using packet = new Packet();
  packet.alloc();
  const [end, frames] = [new Map<number, bigint>(), new Map<number, number>()];
  while (format.readFrameSync(packet) >= 0) {
    const { streamIndex, pts, duration } = packet;
    packet.unref();
    if (!streams.has(streamIndex) || pts === AV_NOPTS_VALUE) continue;
    const packetEnd = pts + duration;
    if (packetEnd > (end.get(streamIndex) ?? 0n)) end.set(streamIndex, packetEnd);
    frames.set(streamIndex, (frames.get(streamIndex) ?? 0) + 1);
  }
  const endOf = (stream: Stream): Seconds => {
    const time = streamTime(stream, end.get(stream.index) ?? 0n).sub(start);
    return time.gt(0) ? time : ZERO;
  };
  const duration = Math.max(0, ...[...streams.values()].map((stream) => endOf(stream).valueOf()));
  const count = video ? (frames.get(video.index) ?? 0) : 0;
  return video && count > 1 && duration > 0
    ? { duration, frameRate: count / endOf(video).valueOf() }
    : { duration };
}
