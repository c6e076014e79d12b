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
import { fromRatio, roundSeconds, type Seconds, toSeconds, ZERO } from '../../../base/time.ts';
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
import { findCutOff } from './cut-off.ts';
import { refuseDolbyColours } from './dolby-vision.ts';
import { Input, streamTime } from './input.ts';
import { isConcatenated } from '../sound/is-concatenated.ts';
import { SoundFrames } from '../sound/sound-frames.ts';
import { describeChoice } from '../sound/sound-tracks.ts';

/**
 * Seconds to decode at the end of a sound, to find its exact end. Without a declared duration, the whole
 * sound is decoded.
 */
const END_MARGIN = toSeconds(1);
/** Seconds at the end of a file that may be missing without a note. */
const MIN_MISSING = toSeconds(0.1);
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
  const { start, video, audio } = input;
  checkDeclared(input, wanted === 'all' ? video : undefined, audio);
  const ends = await findCutOff(file, demuxer);
  const locate = (stream: Stream): StreamLocation => ({
    file,
    demuxer,
    stream: stream.index,
    start,
    ...(ends && { isCutOff: true }),
  });
  const sound = audio && (await probeSound(locate(audio), readDuration(audio, input, start)));
  const picture = wanted === 'all' && video && (await probeVideo(input, video, locate(video)));
  if (!picture && !sound) assertDecoders(input);
  return {
    kind: 'av',
    ...(picture && { video: { ...picture, ...realDuration(ends, picture.location) } }),
    ...(sound && { audio: sound }),
    ...(sound && (await probeSoundTracks(input, sound))),
    ...(ends && describeCutOff(input, ends)),
  };
}

/** Probes the sound tracks of a local file with several ones. @param chosen the one that plays unless the edit chooses another. */
async function probeSoundTracks(
  input: Input,
  chosen: AudioTrack,
): Promise<Pick<AvMedia, 'audioTracks' | 'soundNote'>> {
  const streams = input.audioStreams;
  const { location } = chosen;
  if (streams.length < 2 || typeof location.file !== 'string') return {};
  const tracks: NumberedAudioTrack[] = [];
  for (const { number, stream } of streams) {
    const place = { ...location, stream: stream.index };
    const isChosen = stream.index === location.stream;
    const track = isChosen ? chosen : await probeSound(place, readDuration(stream, input, input.start));
    if (track) tracks.push({ ...track, number });
  }
  if (tracks.length < 2) return {};
  return { audioTracks: tracks, soundNote: await describeChoice(tracks, chosen) };
}

/** Returns the duration of a stream of a file that is cut off. Nothing for a whole file. */
function realDuration(
  ends: ReadonlyMap<number, Seconds> | undefined,
  { stream, start }: Pick<StreamLocation, 'stream' | 'start'>,
): { readonly duration?: Seconds } {
  const end = ends?.get(stream);
  return end ? { duration: end.sub(start) } : {};
}

/** Returns a note about the missing end of a file. None if it is too short to matter. */
function describeCutOff(
  input: Input,
  ends: ReadonlyMap<number, Seconds>,
): { readonly notes?: readonly string[] } {
  const last = [...ends.values()]
    .reduce((latest, end) => (end.gt(latest) ? end : latest), ZERO)
    .sub(input.start);
  const whole = input.duration > 0n ? fromRatio(input.duration, 1_000_000) : undefined;
  if (whole?.sub(last).lte(MIN_MISSING) === true) return {};
  const of = whole ? ` of ${roundSeconds(whole)}` : '';
  return { notes: [`The end of the file is missing: it has ${roundSeconds(last)}${of} s.`] };
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
  const { start, video, audio } = input;
  checkDeclared(input, video, audio);
  const ends = await findCutOff(file, demuxer);
  const location = { file, demuxer, start, ...(ends && { isCutOff: true }) };
  const sound =
    audio && (await probeSound({ ...location, stream: audio.index }, readDuration(audio, input, start)));
  return {
    ...(video && {
      video: toDurationText({
        ...readDuration(video, input, start),
        ...realDuration(ends, { stream: video.index, start }),
      }),
      ...readDeclaredPicture(video),
    }),
    ...(sound && { audio: toDurationText(sound) }),
    ...(sound && toMeasuredTracks(await probeSoundTracks(input, sound))),
    ...(ends && describeCutOff(input, ends)),
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
  location: StreamLocation,
  declared: { readonly duration?: Seconds },
): Promise<AudioTrack | undefined> {
  if (typeof location.file !== 'string') return { location, ...declared };
  const isJoined = await isConcatenated(location);
  const soundLocation: StreamLocation = isJoined ? { ...location, hasClockReset: true } : location;
  try {
    using frames = await SoundFrames.open(soundLocation, declared.duration?.sub(END_MARGIN) ?? ZERO);
    for (let next = frames.next(); next; next = frames.next()) next.frame.free();
    return frames.end?.gt(0) ? { location: soundLocation, duration: frames.end } : undefined;
  } catch (error) {
    if (error instanceof MediaError) return undefined;
    throw error;
  }
}

async function probeVideo(
  input: Input,
  stream: Stream,
  location: StreamLocation,
): Promise<VideoTrack | undefined> {
  const duration = readDuration(stream, input, location.start);
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
    ...(FORMATS_WITHOUT_INDEX.has(location.demuxer) || !duration.duration ? ['no seek index' as const] : []),
    ...(frame.hasFlags(AV_FRAME_FLAG_INTERLACED) ? ['interlaced' as const] : []),
    ...(isHdr(frame) ? ['hdr' as const] : []),
  ];
  const alpha = frame.format === AV_PIX_FMT_YUVA420P || hasAlphaTag(stream) || hasAlphaFormat(frame);
  frame.free();
  return { location, ...size, turn, ...duration, alpha, defects };
}

/** Reads the declared duration of a stream, in seconds from source second 0 to its end. */
export function readDuration(stream: Stream, input: Input, start: Seconds): { readonly duration?: Seconds } {
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
