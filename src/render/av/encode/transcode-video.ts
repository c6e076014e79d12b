import { AV_NOPTS_VALUE, type Frame, type Stream } from '../ffmpeg.ts';
import { toRate, fromRatio, type Seconds, toSeconds, ZERO } from '../../../base/time.ts';
import type { StreamLocation, VideoTrack } from '../../media/media.ts';
import { isRgb, completeColourTags } from '../video/colour-tags.ts';
import { SortedFrames } from '../video/sorted-frames.ts';
import { VideoDecoder } from '../video/video-decoder.ts';
import { type Encoder, openFfv1Encoder } from './encoder.ts';
import { openH264Encoder } from './h264.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { FrameTimes } from '../input/frame-times.ts';
import { Input, streamTime } from '../input/input.ts';
import { Muxer } from './muxer.ts';
import { TO_COMPOSED } from '../video/frame-scaler.ts';
import { EXACT_SCALE, filtersForOddSize, isOdd } from '../video/full-chroma.ts';

/** Ticks per second in the new file. At most common frame rates, a frame lasts a whole number of ticks. */
export const CLOCK_RATE = 90_000;
/** The size of a frame in its pixels. */
type PixelSize = Pick<Frame, 'width' | 'height'>;

/** Frames per second to assume for a stream that does not declare its rate. */
const USUAL_RATE = 25;
const NEARLY_LOSSLESS = { container: 'mp4', extension: 'mp4', demuxer: 'mov' };
/**
 * The file type for video with alpha or of an odd size. H.264 cannot store it. MOV is better than Matroska here, because
 * MOV stores the duration of the last frame.
 */
const LOSSLESS = { container: 'mov', extension: 'mov', demuxer: 'mov' };
/** x264's rate factor. Visually lossless. */
const CRF = 14;
/** Maximum number of frames between keyframes. Small, so that seeking is fast. */
const KEYFRAME_EVERY = 30;
const THREADS = 3;
/**
 * Filters that convert PQ and HLG to BT.709. They convert to linear light with a reference white of 203 nits
 * (ITU-R BT.2408), then apply a curve that compresses the highlights and leaves darker tones almost
 * unchanged.
 */
export const TONE_MAP = [
  'zscale=transfer=linear:npl=203',
  'format=gbrpf32le',
  'zscale=primaries=709',
  'tonemap=mobius:desat=0',
  'zscale=transfer=709:matrix=709:range=limited',
].join(',');
/**
 * The filters {@link TONE_MAP} for video with alpha. They process the alpha separately, because zscale would
 * otherwise multiply the colours by the alpha.
 */
export const TONE_MAP_WITH_ALPHA =
  'split[colours][whole];[whole]format=yuva420p,alphaextract[alpha];' +
  `[colours]format=yuv444p16le|gbrp16le,${TONE_MAP},format=yuv420p[mapped];[mapped][alpha]alphamerge`;

/**
 * Re-encodes a video track nearly losslessly. The new file is progressive, has 8 bits per sample and a seek
 * index, and begins at source second 0. Each frame keeps its own time. The new file keeps the alpha. Its
 * frames are not turned, so the returned track has the turn of the source.
 *
 * @param stem path of the new file without its extension.
 * @param onFrame called after each frame.
 * @returns the track in its new file, without defects.
 * @throws {MediaError} if the source cannot be read.
 */
export async function transcodeVideo(
  track: VideoTrack,
  stem: string,
  onFrame: () => void,
): Promise<VideoTrack> {
  const { container, extension, demuxer } = isStoredLosslessly(track) ? LOSSLESS : NEARLY_LOSSLESS;
  const path = `${stem}.${extension}`;
  let end = ZERO;
  let encoder: Encoder | undefined;
  using muxer = new Muxer(path, container);
  try {
    let sink: ReturnType<Muxer['add']> = () => undefined;
    for await (const frame of conformFrames(track)) {
      if (!encoder) {
        encoder = await openEncoderFor(frame, isStoredLosslessly(track));
        sink = muxer.add(encoder);
        await muxer.begin({});
      }
      end = fromRatio(frame.pts + frame.duration, CLOCK_RATE);
      await encoder.encode(frame, sink);
      frame.free();
      onFrame();
    }
    await encoder?.finish(sink);
    await muxer.finish();
  } finally {
    encoder?.[Symbol.dispose]();
  }
  const location: StreamLocation = { file: path, demuxer, stream: 0, start: ZERO };
  return { ...track, location, duration: end, defects: [] };
}

/** True if H.264 cannot store a track: it has alpha, or an odd size. */
function isStoredLosslessly({ alpha, stored }: VideoTrack): boolean {
  return alpha || isOdd(stored);
}

function openEncoderFor({ width, height, format }: Frame, isLossless: boolean): Promise<Encoder> {
  const clock = toRate(CLOCK_RATE);
  if (isLossless) return openFfv1Encoder({ width, height, format, clock });
  return openH264Encoder({
    width,
    height,
    rate: toRate(USUAL_RATE),
    clock,
    preset: 'superfast',
    crf: CRF,
    keyframeEvery: KEYFRAME_EVERY,
    // B-frames would reorder the frames. Without them, every frame keeps its own time, even if the times are
    // uneven.
    bFrames: 0,
    threads: THREADS,
  });
}

/**
 * Yields the filtered frames of a track with timestamps in ticks of {@link CLOCK_RATE}. The caller frees each
 * frame.
 */
async function* conformFrames(track: VideoTrack): AsyncGenerator<Frame> {
  using input = await Input.openStream(track.location);
  const stream = input.getStream(track.location.stream);
  const isSorted = track.defects.includes('decoding order');
  using decoder = new VideoDecoder(input, stream, isSorted);
  using frames = new SortedFrames(decoder);
  const source = isSorted ? frames : decoder;
  const clock = new OutputClock(stream, track.location.start);
  let chain: FilterChain | undefined;
  let format = '';
  let size: PixelSize | undefined;
  try {
    for (let frame = await source.next(); ; frame = await source.next()) {
      if (frame) {
        clock.stamp(frame);
        completeColourTags(frame);
      }
      size ??= frame && { width: frame.width, height: frame.height };
      const nextFormat = frame ? videoInput(frame) : '';
      if (chain && format !== nextFormat) {
        chain.push(null);
        yield* chain.pullAll();
        chain[Symbol.dispose]();
        chain = undefined;
      }
      if (!frame || !size) return;
      chain ??= createFilterChain(frame, track, size);
      format = nextFormat;
      chain.push(frame);
      frame.free();
      yield* chain.pullAll();
    }
  } finally {
    chain?.[Symbol.dispose]();
  }
}

/**
 * Creates the filters for the frames of a track.
 *
 * @param size the size of the new file. A frame of another size is scaled: a stream may change its size.
 */
function createFilterChain(frame: Frame, track: VideoTrack, size: PixelSize): FilterChain {
  const { defects, alpha } = track;
  // RGB with alpha stays RGB. Half-size chroma would blur small animations, such as stickers, when they are
  // enlarged.
  const rgbWithAlpha = alpha && isRgb(frame);
  const stored = rgbWithAlpha ? 'bgra' : isStoredLosslessly(track) ? 'yuva420p' : 'yuv420p';
  const filters = [
    ...(defects.includes('interlaced') ? ['bwdif=mode=send_frame', `settb=1/${CLOCK_RATE}`] : []),
    ...filtersForOddSize(frame),
    ...scaleFilters(frame, size, rgbWithAlpha),
    ...(defects.includes('hdr') ? [alpha ? TONE_MAP_WITH_ALPHA : TONE_MAP] : []),
    ...(defects.includes('hdr') || rgbWithAlpha ? [] : [`zscale=${TO_COMPOSED}`]),
    ...(isOdd(size) && !rgbWithAlpha ? [`format=${alpha ? 'yuva444p' : 'yuv444p'}`, EXACT_SCALE] : []),
    `format=${stored}`,
  ];
  return new FilterChain('video', videoInput(frame, `1/${CLOCK_RATE}`), filters.join(','));
}

/** Returns filters that scale a frame to the size of the new file. None if it has this size. */
function scaleFilters({ width, height }: PixelSize, size: PixelSize, isRgb: boolean): string[] {
  if (width === size.width && height === size.height) return [];
  if (isRgb) return [`scale=${size.width}:${size.height}:flags=bicubic`];
  // In 4:4:4, because zimg rejects subsampled planes of odd sizes.
  return [
    `format=yuv444p|yuva444p|yuv444p10le|yuva444p10le`,
    `zscale=${size.width}:${size.height}:filter=bicubic`,
  ];
}

/**
 * The clock of the new file. Stamps each frame with the seconds since source second 0. A frame without a
 * timestamp follows the previous frame at the frame rate. If the source has rounded the time of a frame and
 * the rounding cannot be undone, the stamp is the earliest time that the frame may have had before: readers of
 * the new file assume less rounding, because its clock is finer.
 */
export class OutputClock {
  private readonly stream: Stream;
  private readonly start: Seconds;
  private readonly step: Seconds;
  private readonly times: FrameTimes;
  private last: Seconds | undefined;

  constructor(stream: Stream, start: Seconds) {
    const { num, den } = stream.avgFrameRate;
    this.stream = stream;
    this.start = start;
    this.step = num > 0 && den > 0 ? fromRatio(den, num) : toSeconds(1).div(USUAL_RATE);
    this.times = new FrameTimes(stream);
  }

  /** Sets the timestamp and the duration of a frame in ticks of {@link CLOCK_RATE}. */
  stamp(frame: Frame): void {
    const timestamp = frame.bestEffortTimestamp;
    const stored = timestamp === AV_NOPTS_VALUE ? undefined : this.times.timeOf(timestamp);
    const declared = stored?.time.sub(this.start);
    const isUsed = declared && (!this.last || declared.gt(this.last));
    const time = isUsed ? declared : (this.last?.add(this.step) ?? ZERO);
    const duration = frame.duration > 0n ? streamTime(this.stream, frame.duration) : this.step;
    const earliest = stored && isUsed ? time.sub(stored.rounding) : time;
    frame.pts = ticks(earliest.gt(0) ? earliest : ZERO);
    frame.duration = ticks(time.add(duration)) - frame.pts;
    this.last = time;
  }
}

function ticks(time: Seconds): bigint {
  return BigInt(time.mul(CLOCK_RATE).round().valueOf());
}
