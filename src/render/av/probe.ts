import {
  AV_FRAME_FLAG_INTERLACED,
  AV_NOPTS_VALUE,
  AV_PIX_FMT_YUVA420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  avGetPixFmtName,
  type Frame,
  Packet,
  type Stream,
} from 'node-av';
import { ratio, type Seconds, seconds, ZERO } from '../../base/time.ts';
import type { AudioTrack, AvMedia, Defect, Location, Turn, VideoTrack } from '../media/media.ts';
import type { SourceFile } from '../media/source-file.ts';
import { Decoder, hasAlphaTag } from './decoder.ts';
import { MediaError } from './check.ts';
import { Input, streamTime } from './input.ts';
import { isJoined } from './joined.ts';
import { SoundFrames } from './sound-frames.ts';

/** What of a sound is decoded to find its end, where its file says how long it is. */
const BEFORE_END = seconds(1);
/** Packets that are looked at to judge a video's timestamps. */
const SAMPLE = 600;
/** The same for a file that is far away, of which each packet has to be fetched. */
const REMOTE_SAMPLE = 60;
/** Pictures that codecs store before others which are shown earlier, at the most. */
const REORDERED = 16;
/** Two frames may lie this many times the usual distance apart before the rate counts as variable. */
const UNEVEN = 1.6;
/** The share of uneven distances that a steady rate may have: a dropped frame now and then. */
const TOLERATED = 0.02;
/** Streams of these formats have no index to seek by. */
const WITHOUT_INDEX = new Set(['mpegts', 'mpeg', 'flv', 'h264', 'hevc', 'm4v', 'gif', 'apng', 'webp_anim']);

/**
 * Reads what a media file holds, decoding one picture.
 *
 * @param demuxer the FFmpeg demuxer that the file's first bytes ask for.
 * @throws {MediaError} when FFmpeg cannot read the file.
 */
export async function probeAv(file: SourceFile, demuxer: string): Promise<AvMedia> {
  using input = await Input.open(file, demuxer);
  const { start, video, audio } = input;
  const at = (stream: Stream): Location => ({ file, demuxer, stream: stream.index, start });
  const sound = audio && (await probeSound(at(audio), lasting(audio, input, start)));
  const picture = video && (await probeVideo(input, video, at(video)));
  return { kind: 'av', ...(picture && { video: picture }), ...(sound && { audio: sound }) };
}

/**
 * Reads how long the tracks of a media file last: a sound on this machine by its last samples, all else by what the file says of itself.
 *
 * @returns the tracks that there are, each with its seconds as a fraction where they are known.
 * @throws {MediaError} when FFmpeg cannot read the file.
 */
export async function measureAv(
  file: SourceFile,
  demuxer: string,
): Promise<{ readonly video?: { duration?: string }; readonly audio?: { duration?: string } }> {
  using input = await Input.open(file, demuxer);
  const { start, video, audio } = input;
  const location = { file, demuxer, start };
  const sound =
    audio && (await probeSound({ ...location, stream: audio.index }, lasting(audio, input, start)));
  return {
    ...(video && { video: asText(lasting(video, input, start)) }),
    ...(sound && { audio: asText(sound) }),
  };
}

function asText({ duration }: { readonly duration?: Seconds }): { duration?: string } {
  return duration ? { duration: duration.toFraction() } : {};
}

/** A sound, unless not a sample of it can be decoded. Where it ends, the last of them say better than its file. */
async function probeSound(
  location: Location,
  told: { readonly duration?: Seconds },
): Promise<AudioTrack | undefined> {
  if (typeof location.file !== 'string') return { location, ...told };
  const joined = await isJoined(location);
  const found = joined ? { ...location, joined } : location;
  try {
    using frames = await SoundFrames.open(found, told.duration?.sub(BEFORE_END) ?? ZERO);
    for (let next = frames.next(); next; next = frames.next()) next.frame.free();
    return frames.end?.gt(0) ? { location: found, duration: frames.end } : undefined;
  } catch (error) {
    if (error instanceof MediaError) return undefined;
    throw error;
  }
}

async function probeVideo(input: Input, stream: Stream, location: Location): Promise<VideoTrack | undefined> {
  const lengths = lasting(stream, input, location.start);
  using decoder = new Decoder(input, stream);
  const frame = await decoder.first();
  if (!frame) return undefined;
  const sample = typeof location.file === 'string' ? SAMPLE : REMOTE_SAMPLE;
  const timing = await timingDefects(input, stream, decoder.readTo, sample);
  const turn = turnOf(stream);
  const size = sizes(frame, stream, turn);
  const defects: Defect[] = [
    ...timing,
    ...(WITHOUT_INDEX.has(location.demuxer) || !lengths.duration ? ['no seek index' as const] : []),
    ...(frame.hasFlags(AV_FRAME_FLAG_INTERLACED) ? ['interlaced' as const] : []),
    ...(isHdr(frame) ? ['hdr' as const] : []),
  ];
  const alpha = frame.format === AV_PIX_FMT_YUVA420P || hasAlphaTag(stream) || hasAlphaFormat(frame);
  frame.free();
  return { location, ...size, turn, ...lengths, alpha, defects };
}

function lasting(stream: Stream, input: Input, start: Seconds): { readonly duration?: Seconds } {
  const known = stream.duration !== AV_NOPTS_VALUE && stream.duration > 0n;
  if (known) {
    const begins = stream.startTime === AV_NOPTS_VALUE ? 0n : stream.startTime;
    const end = streamTime(stream, begins + stream.duration).sub(start);
    return { duration: end };
  }
  const told = durationTag(stream);
  if (told) return { duration: told };
  const whole = input.format.duration;
  return whole > 0n && whole !== AV_NOPTS_VALUE ? { duration: ratio(whole, 1_000_000) } : {};
}

/** Matroska has no field for the length of one stream; what writes it leaves a tag such as `00:01:02.500000000`. */
function durationTag(stream: Stream): Seconds | undefined {
  const [, hours, minutes, rest] =
    /^(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(stream.metadata?.get('DURATION') ?? '') ?? [];
  if (hours === undefined) return undefined;
  const told = seconds(Number(rest)).add(Number(minutes) * 60 + Number(hours) * 3600);
  return told.gt(0) ? told : undefined;
}

function sizes(frame: Frame, stream: Stream, turn: Turn): Pick<VideoTrack, 'stored' | 'width' | 'height'> {
  const sideways = ['clockwise', 'counterclockwise', 'transpose', 'transverse'].includes(turn);
  const aspect = frame.sampleAspectRatio.num > 0 ? frame.sampleAspectRatio : stream.sampleAspectRatio;
  const stretch = aspect.num > 0 && aspect.den > 0 ? aspect.num / aspect.den : 1;
  const seen = { width: Math.round(frame.width * stretch), height: frame.height };
  const { width, height } = frame;
  return sideways
    ? { stored: { width: height, height: width }, width: seen.height, height: seen.width }
    : { stored: { width, height }, ...seen };
}

/** The turn a display matrix asks for, in quarter turns and mirrorings: its four signs say which. */
function turnOf(stream: Stream): Turn {
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (!matrix || matrix.length < 20) return 'none';
  const [a, b, c, d] = [0, 4, 12, 16].map((offset) => matrix.readInt32LE(offset)) as [
    number,
    number,
    number,
    number,
  ];
  if (Math.abs(a) + Math.abs(d) >= Math.abs(b) + Math.abs(c)) {
    if (a < 0) return d < 0 ? 'half' : 'mirror';
    return d < 0 ? 'flip' : 'none';
  }
  if (b > 0) return c < 0 ? 'clockwise' : 'transpose';
  return c < 0 ? 'transverse' : 'counterclockwise';
}

function isHdr(frame: Frame): boolean {
  return frame.colorTrc === AVCOL_TRC_SMPTE2084 || frame.colorTrc === AVCOL_TRC_ARIB_STD_B67;
}

function hasAlphaFormat(frame: Frame): boolean {
  return /^(yuva|rgba|argb|bgra|abgr|gbrap|ya)/.test(avGetPixFmtName(frame.format as never) ?? '');
}

/**
 * Reads the next packets' timestamps: missing ones are broken, uneven distances are a variable rate.
 *
 * @param from the latest timestamp of what was read before: some of what is shown up to it is missing in what follows.
 */
async function timingDefects(
  input: Input,
  stream: Stream,
  from: bigint | undefined,
  sample: number,
): Promise<Defect[]> {
  using packet = new Packet();
  packet.alloc();
  const times: number[] = [];
  while (times.length < sample && (await input.read(packet)) >= 0) {
    const { streamIndex, pts } = packet;
    packet.unref();
    if (streamIndex !== stream.index) continue;
    if (pts === AV_NOPTS_VALUE) return ['broken timestamps'];
    if (from === undefined || pts > from) times.push(Number(pts));
  }
  // Where the sample was cut off, pictures that are shown before its last ones are not in it yet.
  const complete = times.length < sample ? times : times.toSorted((a, b) => a - b).slice(0, -REORDERED);
  return isUneven(complete) ? ['variable frame rate'] : [];
}

/** Whether timestamps (in any unit and order) lie at clearly different distances. */
export function isUneven(times: readonly number[]): boolean {
  const sorted = [...times].sort((a, b) => a - b);
  const distances = sorted.slice(1).map((time, index) => time - (sorted[index] ?? time));
  const usual = [...distances].sort((a, b) => a - b)[Math.floor(distances.length / 2)];
  if (!usual) return false;
  // One tick more or less is the container's rounding, whatever its share of the distance.
  const odd = distances.filter(
    (distance) => Math.abs(distance - usual) > 1 && (distance > usual * UNEVEN || distance < usual / UNEVEN),
  );
  return odd.length > Math.max(1, distances.length * TOLERATED);
}
