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
} from '../ffmpeg.ts';
import { fromRatio, type Seconds, toSeconds, ZERO } from '../../../base/time.ts';
import type {
  AudioTrack,
  AvMedia,
  Defect,
  NumberedAudioTrack,
  StreamLocation,
  Turn,
  VideoTrack,
} from '../../media/media.ts';
import type { MeasuredMedia, MeasuredPicture } from '../../media/measured-media.ts';
import type { SourceFile } from '../../media/source-file.ts';
import { VideoDecoder, hasAlphaTag } from '../video/video-decoder.ts';
import { MediaError, MissingDecoder } from '../check.ts';
import { checkDeclaredSound, checkDeclaredVideo } from './check-declared.ts';
import { refuseDolbyColours } from './dolby-vision.ts';
import type { PacketCount } from './analyze-clock.ts';
import { type FileFaults, findFaults } from './file-faults.ts';
import { Input, streamTime } from './input.ts';
import { MAX_DRIFT } from '../sound/detect-clock-step.ts';
import { measureDrift } from '../sound/measure-drift.ts';
import { SoundFrames } from '../sound/sound-frames.ts';
import { describeChoice } from '../sound/sound-tracks.ts';

/**
 * Seconds to decode at the end of a sound, to find its exact end. Without a declared duration, the whole
 * sound is decoded.
 */
const END_MARGIN = toSeconds(1);
/** Maximum number of packets to read to check the timestamps of a video. */
const TIMING_SAMPLE_PACKETS = 600;
/** The maximum for a remote file. Lower, because each packet has to be fetched. */
const REMOTE_TIMING_SAMPLE_PACKETS = 60;
/** Maximum number of frames that a codec may store ahead of a frame with an earlier timestamp. */
const MAX_REORDERED_FRAMES = 16;
/** Number of frames to decode to find out if they are shown in another order. */
const REORDERING_SAMPLE_FRAMES = 24;
/** The interval between two frames is uneven if it differs from the median by more than this factor. */
const UNEVEN_FACTOR = 1.6;
/** Maximum fraction of uneven intervals at a constant frame rate. Allows for a few dropped frames. */
const UNEVEN_TOLERANCE = 0.02;
/** Maximum number of packets of padding that an encoder adds to a sound. Its declared duration leaves them out. */
const MAX_PADDING = 4;
/** Maximum number of packets in a second of sound. More are samples. */
const MAX_PACKETS_PER_SECOND = 1000;
/** Demuxers of formats without an index for seeking. */
const FORMATS_WITHOUT_INDEX = new Set([
  'mpegts',
  'mpeg',
  'flv',
  'h264',
  'hevc',
  'm4v',
  'gif',
  'apng',
  'webp_anim',
]);

/**
 * Probes a media file. Decodes one video frame and, for a local file, the end of the sound.
 *
 * @param demuxer the FFmpeg demuxer for the file, chosen from its first bytes.
 * @param wanted `sound` to leave out the video, which takes most of the time.
 * @throws {KinoraError} `asset_too_large`. The caller puts the name of the file in front of the message.
 * @throws {MissingDecoder} if the file has no other track than those that Kinora does not decode.
 * @throws {MediaError} if FFmpeg cannot read the file.
 */
export async function probeAv(
  file: SourceFile,
  demuxer: string,
  wanted: 'all' | 'sound' = 'all',
): Promise<AvMedia> {
  using input = await Input.open(file, demuxer);
  const { video, audio } = input;
  checkDeclared(input, wanted === 'all' ? video : undefined, audio);
  const faults = await findFaults(input, file, demuxer);
  const locate = createLocator(input, file, demuxer, faults);
  const sound = audio && (await probeSound(audio, locate(audio), findDuration(audio, input, faults), faults));
  const picture =
    wanted === 'all' &&
    video &&
    (await probeVideo(input, video, locate(video), findDuration(video, input, faults)));
  if (!picture && !sound) assertDecoders(input);
  return {
    kind: 'av',
    ...(picture && { video: picture }),
    ...(sound && { audio: sound }),
    ...(sound && (await probeSoundTracks(input, sound, locate, faults))),
    ...listNotes(faults, sound),
  };
}

/** Returns a function that locates the streams of a file. */
function createLocator(input: Input, file: SourceFile, demuxer: string, faults: FileFaults) {
  const { isCutOff, clocks, start = input.start } = faults;
  return ({ index }: Stream): StreamLocation => {
    const clock = clocks?.get(index);
    return { file, demuxer, stream: index, start, ...(isCutOff && { isCutOff }), ...(clock && { clock }) };
  };
}

/** Probes the sound tracks of a local file with several ones. @param chosen the one that plays unless the edit chooses another. */
async function probeSoundTracks(
  input: Input,
  chosen: AudioTrack,
  locate: (stream: Stream) => StreamLocation,
  faults: FileFaults,
): Promise<Pick<AvMedia, 'audioTracks' | 'soundNote'>> {
  const streams = input.audioStreams;
  const { location } = chosen;
  if (streams.length < 2 || typeof location.file !== 'string') return {};
  const tracks: NumberedAudioTrack[] = [];
  for (const { number, stream } of streams) {
    const isChosen = stream.index === location.stream;
    const duration = findDuration(stream, input, faults);
    const track = isChosen ? chosen : await probeSound(stream, locate(stream), duration, faults);
    if (track) tracks.push({ ...track, number });
  }
  if (tracks.length < 2) return {};
  return { audioTracks: tracks, soundNote: await describeChoice(tracks, chosen) };
}

/** Returns the real duration of a stream of a file with faults, and the declared one of other files. */
export function findDuration(
  stream: Stream,
  input: Input,
  { ends, start = input.start }: FileFaults,
): { readonly duration?: Seconds } {
  const end = ends?.get(stream.index);
  return end ? { duration: end.sub(start) } : readDuration(stream, input, input.start);
}

/**
 * Throws if a track of a file cannot be decoded. For a file without usable tracks: the name of the codec says
 * more than that there is nothing to see or hear.
 *
 * @throws {MissingDecoder} if a track has no decoder.
 */
export function assertDecoders({ unreadCodec }: Input): void {
  if (unreadCodec !== undefined) throw new MissingDecoder(unreadCodec, 'decode the file');
}

/** The tracks of a file, each with its duration if it is known. */
type MeasuredTracks = Pick<
  MeasuredMedia,
  'video' | 'audio' | 'audioTracks' | 'soundNote' | 'picture' | 'notes'
>;

function toMeasuredTracks({
  audioTracks,
  soundNote,
}: Pick<AvMedia, 'audioTracks' | 'soundNote'>): MeasuredTracks {
  return {
    ...(audioTracks && {
      audioTracks: audioTracks.map((track) => ({ ...toDurationText(track), number: track.number })),
    }),
    ...(soundNote !== undefined && { soundNote }),
  };
}

/**
 * Measures the tracks of a media file. For the sound of a local file, it decodes the last samples. For all
 * other tracks, it returns the duration and the size that the file declares.
 *
 * @throws {MediaError} if FFmpeg cannot read the file.
 */
export async function measureAv(file: SourceFile, demuxer: string): Promise<MeasuredTracks> {
  using input = await Input.open(file, demuxer);
  const { video, audio } = input;
  checkDeclared(input, video, audio);
  const faults = await findFaults(input, file, demuxer);
  const locate = createLocator(input, file, demuxer, faults);
  const sound = audio && (await probeSound(audio, locate(audio), findDuration(audio, input, faults), faults));
  return {
    ...(video && {
      video: toDurationText(findDuration(video, input, faults)),
      ...readDeclaredPicture(video),
    }),
    ...(sound && { audio: toDurationText(sound) }),
    ...(sound && toMeasuredTracks(await probeSoundTracks(input, sound, locate, faults))),
    ...listNotes(faults, sound),
  };
}

/**
 * Checks the declared properties of the tracks of a file.
 *
 * @throws {KinoraError} `asset_too_large`, or `asset_not_media` for colours of Dolby Vision. The caller puts the name of
 *   the file in front of the message.
 */
export function checkDeclared(input: Input, video: Stream | undefined, audio: Stream | undefined): void {
  if (video) refuseDolbyColours(video);
  if (video) checkDeclaredVideo(video, readDuration(video, input, input.start).duration?.valueOf());
  if (audio) checkDeclaredSound(audio);
}

/** Reads the sizes that a stream declares. They are those of its frames, but nothing is decoded. */
function readDeclaredPicture(stream: Stream): { readonly picture?: MeasuredPicture } {
  const { width, height, sampleAspectRatio } = stream.codecpar;
  if (width < 1 || height < 1) return {};
  return { picture: readSizes({ width, height, sampleAspectRatio }, stream, readTurn(stream)) };
}

function toDurationText({ duration }: { readonly duration?: Seconds }): { duration?: string } {
  return duration ? { duration: duration.toFraction() } : {};
}

/**
 * Probes a sound. Decodes the end of a local sound, because its last sample gives a more exact duration than
 * the file declares.
 *
 * @returns undefined if not a single sample can be decoded.
 */
async function probeSound(
  stream: Stream,
  location: StreamLocation,
  declared: { readonly duration?: Seconds },
  { counts }: FileFaults,
): Promise<AudioTrack | undefined> {
  if (typeof location.file !== 'string') return { location, ...declared };
  try {
    const found = await decodeEnd(location, declared);
    const counted = counts?.get(stream.index);
    const count = counted ?? countDeclared(stream);
    if (!found || location.clock || !count || found.samples === 0) return found?.track;
    const { samples, rate } = found;
    const padding = counted ? 0 : (MAX_PADDING * samples) / rate;
    if (Math.abs((count.packets * samples) / rate - count.seconds) <= MAX_DRIFT + padding) return found.track;
    const clockRate = await measureDrift(location, samples, rate);
    if (clockRate === undefined) return found.track;
    return (await decodeEnd({ ...location, clockRate }, declared))?.track;
  } catch (error) {
    if (error instanceof MediaError) return undefined;
    throw error;
  }
}

/** The end of a sound. */
interface SoundEnd {
  readonly track: AudioTrack;
  /** Samples per second. */
  readonly rate: number;
  /** Samples in each frame but the last one; 0 if they differ. */
  readonly samples: number;
}

async function decodeEnd(
  location: StreamLocation,
  { duration }: { readonly duration?: Seconds },
): Promise<SoundEnd | undefined> {
  using frames = await SoundFrames.open(location, duration?.sub(END_MARGIN) ?? ZERO);
  const sizes: number[] = [];
  let rate = 0;
  for (let next = frames.next(); next; next = frames.next()) {
    sizes.push(next.frame.nbSamples);
    rate = next.frame.sampleRate;
    next.frame.free();
  }
  if (!frames.end?.gt(0)) return undefined;
  const whole = sizes.slice(1, -1);
  const samples = whole.every((size) => size === whole[0]) ? (whole[0] ?? 0) : 0;
  return { track: { location, duration: frames.end }, rate, samples };
}

/** Returns the packets that an MP4 declares. Undefined if it declares the samples instead, as for PCM. */
function countDeclared({ nbFrames, duration, timeBase }: Stream): PacketCount | undefined {
  if (nbFrames <= 0n || duration === AV_NOPTS_VALUE) return undefined;
  const [packets, seconds] = [Number(nbFrames), (Number(duration) * timeBase.num) / timeBase.den];
  return packets > MAX_PACKETS_PER_SECOND * seconds ? undefined : { packets, seconds };
}

/**
 * Lists the sentences about the faults of a file and of its sound. Decodes the end of the sound of a local file.
 *
 * @param faults the faults of the file.
 */
export async function listFaults(
  input: Input,
  file: SourceFile,
  demuxer: string,
  faults: FileFaults,
): Promise<Pick<AvMedia, 'notes'>> {
  const { audio } = input;
  const location = audio && createLocator(input, file, demuxer, faults)(audio);
  const sound = location && (await probeSound(audio, location, findDuration(audio, input, faults), faults));
  return listNotes(faults, sound);
}

/** Returns the sentences about the faults of a file and of its sound. */
function listNotes(
  { notes = [] }: FileFaults,
  sound: AudioTrack | undefined,
): { readonly notes?: readonly string[] } {
  const rate = sound?.location.clockRate;
  const all =
    rate === undefined
      ? notes
      : [
          ...notes,
          `The sound has ${rate} samples per second of its clock. It is resampled, so that it stays in step.`,
        ];
  return all.length > 0 ? { notes: all } : {};
}

async function probeVideo(
  input: Input,
  stream: Stream,
  location: StreamLocation,
  duration: { readonly duration?: Seconds },
): Promise<VideoTrack | undefined> {
  using decoder = new VideoDecoder(input, stream);
  const frame = await decoder.decodeFirst();
  if (!frame) return undefined;
  const sample = typeof location.file === 'string' ? TIMING_SAMPLE_PACKETS : REMOTE_TIMING_SAMPLE_PACKETS;
  const found = await findTimingDefects(input, stream, decoder.lastTimestamp, sample);
  const timing =
    found.isInDecodingOrder && decoder.reorders && (await isShownInOtherOrder(location))
      ? (['decoding order'] as const)
      : found.defects;
  const turn = readTurn(stream);
  const size = readSizes(frame, stream, turn);
  const defects: Defect[] = [
    ...timing,
    ...(location.clock && !found.defects.includes('broken timestamps') ? ['broken timestamps' as const] : []),
    ...(FORMATS_WITHOUT_INDEX.has(location.demuxer) || !duration.duration ? ['no seek index' as const] : []),
    ...(frame.hasFlags(AV_FRAME_FLAG_INTERLACED) ? ['interlaced' as const] : []),
    ...(isHdr(frame) ? ['hdr' as const] : []),
  ];
  const alpha = frame.format === AV_PIX_FMT_YUVA420P || hasAlphaTag(stream) || hasAlphaFormat(frame);
  frame.free();
  return { location, ...size, turn, ...duration, alpha, defects };
}

/** Reads the declared duration of a stream, in seconds from source second 0 to its end. */
function readDuration(stream: Stream, input: Input, start: Seconds): { readonly duration?: Seconds } {
  const isDeclared = stream.duration !== AV_NOPTS_VALUE && stream.duration > 0n;
  if (isDeclared) {
    const startTime = stream.startTime === AV_NOPTS_VALUE ? 0n : stream.startTime;
    const end = streamTime(stream, startTime + stream.duration).sub(start);
    return { duration: end };
  }
  const tagged = readDurationTag(stream);
  if (tagged) return { duration: tagged };
  const whole = input.duration;
  return whole > 0n && whole !== AV_NOPTS_VALUE ? { duration: fromRatio(whole, 1_000_000) } : {};
}

/**
 * Reads the duration of a Matroska stream from its tag, such as `00:01:02.500000000`. Matroska has no field
 * for the duration of a stream.
 */
function readDurationTag(stream: Stream): Seconds | undefined {
  const [, hours, minutes, secondsText] =
    /^(\d+):(\d+):(\d+(?:\.\d+)?)$/.exec(stream.metadata?.get('DURATION') ?? '') ?? [];
  if (hours === undefined) return undefined;
  const duration = toSeconds(Number(secondsText)).add(Number(minutes) * 60 + Number(hours) * 3600);
  return duration.gt(0) ? duration : undefined;
}

/** Reads the upright sizes of a stream from one of its frames, or from what it declares. */
export function readSizes(
  frame: Pick<Frame, 'width' | 'height' | 'sampleAspectRatio'>,
  stream: Stream,
  turn: Turn,
): Pick<VideoTrack, 'stored' | 'width' | 'height'> {
  const sideways = ['clockwise', 'counterclockwise', 'transpose', 'transverse'].includes(turn);
  const aspect = frame.sampleAspectRatio.num > 0 ? frame.sampleAspectRatio : stream.sampleAspectRatio;
  const pixelAspect = aspect.num > 0 && aspect.den > 0 ? aspect.num / aspect.den : 1;
  const displayed = { width: Math.round(frame.width * pixelAspect), height: frame.height };
  const { width, height } = frame;
  return sideways
    ? { stored: { width: height, height: width }, width: displayed.height, height: displayed.width }
    : { stored: { width, height }, ...displayed };
}

/** Reads the turn, in quarter turns and mirrorings, from the four factors of the display matrix. */
export function readTurn(stream: Stream): Turn {
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
 * Returns true if the first frames of a video are shown in another order than that of their timestamps.
 *
 * @throws {MediaError} if FFmpeg cannot read the file.
 */
async function isShownInOtherOrder({ file, demuxer, stream }: StreamLocation): Promise<boolean> {
  using input = await Input.open(file, demuxer);
  using decoder = new VideoDecoder(input, input.getStream(stream), true);
  let last: bigint | undefined;
  for (let count = 0; count < REORDERING_SAMPLE_FRAMES; count++) {
    using frame = await decoder.next();
    if (!frame) return false;
    if (frame.pts === AV_NOPTS_VALUE) continue;
    if (last !== undefined && frame.pts < last) return true;
    last = frame.pts;
  }
  return false;
}

/** The findings about the timestamps of a video. */
interface Timing {
  readonly defects: Defect[];
  /** True if no packet says that it is shown before one that is decoded earlier. */
  readonly isInDecodingOrder: boolean;
}

/**
 * Checks the timestamps of the next packets. Reports missing timestamps as broken, and uneven intervals as a
 * variable frame rate.
 *
 * @param from the latest timestamp read so far. Packets up to this timestamp are ignored: their neighbours in
 *   time may have been read earlier, and intervals with missing neighbours look uneven.
 * @param sample the maximum number of timestamps to check.
 */
async function findTimingDefects(
  input: Input,
  stream: Stream,
  from: bigint | undefined,
  sample: number,
): Promise<Timing> {
  using packet = new Packet();
  packet.alloc();
  const times: number[] = [];
  let isInDecodingOrder = true;
  let latest = AV_NOPTS_VALUE;
  let isBroken = false;
  for (let count = 0; times.length < sample && (await input.read(packet)) >= 0;) {
    const { streamIndex, pts } = packet;
    packet.unref();
    if (streamIndex !== stream.index) continue;
    if (pts === AV_NOPTS_VALUE) isBroken = true;
    else {
      if (pts < latest) isInDecodingOrder = false;
      latest = pts;
    }
    if (pts !== AV_NOPTS_VALUE && (from === undefined || pts > from)) times.push(Number(pts));
    // Nothing more can be found out about broken timestamps.
    if (isBroken && ++count > MAX_REORDERED_FRAMES) break;
  }
  if (isBroken) return { defects: ['broken timestamps'], isInDecodingOrder };
  // If more packets follow, frames that belong between the last timestamps may not have been read yet. Leave
  // out these timestamps, because their intervals would look uneven.
  const complete =
    times.length < sample ? times : times.toSorted((a, b) => a - b).slice(0, -MAX_REORDERED_FRAMES);
  return { defects: isUneven(complete) ? ['variable frame rate'] : [], isInDecodingOrder };
}

/**
 * Returns true if the intervals between timestamps are clearly uneven. Accepts timestamps in any unit and
 * order.
 */
export function isUneven(times: readonly number[]): boolean {
  const sorted = [...times].sort((a, b) => a - b);
  const distances = sorted.slice(1).map((time, index) => time - (sorted[index] ?? time));
  const usual = [...distances].sort((a, b) => a - b)[Math.floor(distances.length / 2)];
  if (!usual) return false;
  // A difference of one tick is rounding by the container, even if it is large relative to the interval.
  const odd = distances.filter(
    (distance) =>
      Math.abs(distance - usual) > 1 &&
      (distance > usual * UNEVEN_FACTOR || distance < usual / UNEVEN_FACTOR),
  );
  return odd.length > Math.max(1, distances.length * UNEVEN_TOLERANCE);
}
