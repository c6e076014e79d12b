import { AV_NOPTS_VALUE, type Frame, type Stream } from 'node-av';
import { toRate, fromRatio, type Seconds, toSeconds, ZERO } from '../../../base/time.ts';
import type { StreamLocation, VideoTrack } from '../../media/media.ts';
import { isRgb, completeColourTags } from '../video/colour-tags.ts';
import { VideoDecoder } from '../video/video-decoder.ts';
import { type Encoder, openFfv1Encoder } from './encoder.ts';
import { openH264Encoder } from './h264.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { Input, timestampRoundingOf, streamTime } from '../input/input.ts';
import { Muxer } from './muxer.ts';
import { TO_COMPOSED } from '../video/frame-scaler.ts';

/** Ticks in a second of the new file: every usual frame rate is a whole number of them. */
const CLOCK_RATE = 90_000;
/** For streams that do not know their own rate. */
const USUAL_RATE = 25;
const NEARLY_LOSSLESS = { container: 'mp4', extension: 'mp4', demuxer: 'mov' };
/** For pictures with alpha, which H.264 cannot hold. Unlike Matroska, MOV says how long the last picture lasts. */
const LOSSLESS = { container: 'mov', extension: 'mov', demuxer: 'mov' };
/** x264's rate factor at which nobody sees a difference. */
const CRF = 14;
/** Frames between keyframes at the most, so that seeking is quick. */
const KEYFRAME_EVERY = 30;
const THREADS = 3;
/** Brings PQ and HLG to BT.709: linear light at a reference white of 203 nits (ITU-R BT.2408), then a curve that
 *  leaves what is darker than that nearly as it is and bends the highlights. */
const TONE_MAP = [
  'zscale=transfer=linear:npl=203',
  'format=gbrpf32le',
  'zscale=primaries=709',
  'tonemap=mobius:desat=0',
  'zscale=transfer=709:matrix=709:range=limited',
].join(',');
/** The same with the alpha kept beside: with it, zscale would multiply the colours by it. */
const TONE_MAP_WITH_ALPHA =
  'split[colours][whole];[whole]format=yuva420p,alphaextract[alpha];' +
  `[colours]format=yuv444p16le|gbrp16le,${TONE_MAP},format=yuv420p[mapped];[mapped][alpha]alphamerge`;

/**
 * Re-encodes a video track nearly without loss: progressive, 8 bits, with an index, each picture at its own time from
 * source second 0 on. Alpha is kept; the turn is not applied.
 *
 * @param stem path of the new file without its ending.
 * @param onFrame called after each picture.
 * @returns the track in its new file, without defects.
 */
export async function transcodeVideo(
  track: VideoTrack,
  stem: string,
  onFrame: () => void,
): Promise<VideoTrack> {
  const { container, extension, demuxer } = track.alpha ? LOSSLESS : NEARLY_LOSSLESS;
  const path = `${stem}.${extension}`;
  let end = ZERO;
  let encoder: Encoder | undefined;
  using muxer = new Muxer(path, container);
  try {
    let sink: ReturnType<Muxer['add']> = () => undefined;
    for await (const frame of conformFrames(track)) {
      if (!encoder) {
        encoder = await openEncoderFor(frame, track.alpha);
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

function openEncoderFor({ width, height, format }: Frame, alpha: boolean): Promise<Encoder> {
  const clock = toRate(CLOCK_RATE);
  if (alpha) return openFfv1Encoder({ width, height, format, clock });
  return openH264Encoder({
    width,
    height,
    rate: toRate(USUAL_RATE),
    clock,
    preset: 'superfast',
    crf: CRF,
    keyframeEvery: KEYFRAME_EVERY,
    // Without reordering every picture keeps its own time, however uneven the times are.
    bFrames: 0,
    threads: THREADS,
  });
}

/** The pictures of a track, filtered, their timestamps in ticks of the {@link CLOCK_RATE}; the caller frees each. */
async function* conformFrames(track: VideoTrack): AsyncGenerator<Frame> {
  using input = await Input.open(track.location.file, track.location.demuxer);
  const stream = input.getStream(track.location.stream);
  using decoder = new VideoDecoder(input, stream);
  const clock = new OutputClock(stream, track.location.start);
  let chain: FilterChain | undefined;
  try {
    for (let frame = await decoder.next(); ; frame = await decoder.next()) {
      if (frame) clock.stamp(frame);
      chain ??= frame && createFilterChain(frame, track);
      chain?.push(frame ?? null);
      frame?.free();
      for (let ready = await chain?.pull(); ready; ready = await chain?.pull()) yield ready;
      if (!frame) return;
    }
  } finally {
    chain?.[Symbol.dispose]();
  }
}

function createFilterChain(frame: Frame, { defects, alpha }: VideoTrack): FilterChain {
  completeColourTags(frame);
  // Small pictures that are enlarged, such as stickers, keep the colours of all of their pixels.
  const rgbWithAlpha = alpha && isRgb(frame);
  const filters = [
    ...(defects.includes('interlaced') ? ['bwdif=mode=send_frame', `settb=1/${CLOCK_RATE}`] : []),
    ...(defects.includes('hdr')
      ? [alpha ? TONE_MAP_WITH_ALPHA : TONE_MAP]
      : rgbWithAlpha
        ? []
        : [`zscale=${TO_COMPOSED}`]),
    `format=${rgbWithAlpha ? 'bgra' : alpha ? 'yuva420p' : 'yuv420p'}`,
  ];
  return new FilterChain('video', videoInput(frame, `1/${CLOCK_RATE}`), filters.join(','));
}

/**
 * Gives each frame its time from source second 0 on; where the file has none, the frames follow at an even rate. The new clock is
 * finer, so nobody would believe that its times were rounded: each is the earliest that it can have been.
 */
class OutputClock {
  private readonly stream: Stream;
  private readonly start: Seconds;
  private readonly step: Seconds;
  private readonly rounding: Seconds;
  private last: Seconds | undefined;

  constructor(stream: Stream, start: Seconds) {
    const { num, den } = stream.avgFrameRate;
    this.stream = stream;
    this.start = start;
    this.step = num > 0 && den > 0 ? fromRatio(den, num) : toSeconds(1).div(USUAL_RATE);
    this.rounding = timestampRoundingOf(stream);
  }

  stamp(frame: Frame): void {
    const timestamp = frame.bestEffortTimestamp;
    const declared =
      timestamp === AV_NOPTS_VALUE ? undefined : streamTime(this.stream, timestamp).sub(this.start);
    const time =
      declared && (!this.last || declared.gt(this.last)) ? declared : (this.last?.add(this.step) ?? ZERO);
    const duration = frame.duration > 0n ? streamTime(this.stream, frame.duration) : this.step;
    const earliest = time.sub(this.rounding);
    frame.pts = ticks(earliest.gt(0) ? earliest : ZERO);
    frame.duration = ticks(time.add(duration)) - frame.pts;
    this.last = time;
  }
}

function ticks(time: Seconds): bigint {
  return BigInt(time.mul(CLOCK_RATE).round().valueOf());
}
