import { basename } from 'node:path';
import { type Rate, timeAtFrame, ZERO } from '../../../base/time.ts';
import { openH264Encoder } from '../../av/encode/h264.ts';
import { Muxer } from '../../av/encode/muxer.ts';
import { FrameScaler } from '../../av/video/frame-scaler.ts';
import { shareFrame, type VideoFrame } from '../../av/video/video-frame.ts';
import { BoundedQueue } from '../bounded-queue.ts';
import { ChangedFrameTrack } from '../changed-frame-track.ts';
import { H264_PRESET } from '../mp4-output.ts';
import { FragmentReader } from './fragments.ts';
import { countFragments, countGroupFrames } from './hls-plan.ts';
import type { SegmentedVideo, Segment } from './playlists.ts';

/** Number of pictures that may wait for the encoder. */
const MAX_WAITING_FRAMES = 4;
const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 };
/**
 * The options of the container: a fragment for each keyframe, and times from 0 without an edit list. What is written
 * is in the file at once, for those who watch it.
 */
const FRAGMENTED = { movflags: '+cmaf+frag_keyframe+delay_moov+skip_trailer', flush_packets: '1' };

/** The settings of a video of an HLS. */
export interface HlsVideoSettings {
  /** Size in pixels. Composed frames of another size are scaled. */
  readonly width: number;
  readonly height: number;
  readonly rate: Rate;
  readonly crf: number;
  /** Encoder threads. */
  readonly threads: number;
}

/** One size of the video of an HLS: a file whose segments all begin with a keyframe. */
export class HlsVideo implements AsyncDisposable {
  private readonly path: string;
  private readonly settings: HlsVideoSettings;
  private readonly muxer: Muxer;
  private readonly track: ChangedFrameTrack;
  /** The codec by RFC 6381. */
  readonly codec: string;
  private readonly scaler: FrameScaler;
  private readonly queue = new BoundedQueue(MAX_WAITING_FRAMES);
  /** The latest frame in the size of this video. */
  private scaled: VideoFrame | undefined;
  private frameCount = 0;

  private constructor(
    path: string,
    settings: HlsVideoSettings,
    parts: { readonly muxer: Muxer; readonly track: ChangedFrameTrack; readonly codec: string },
  ) {
    this.path = path;
    this.settings = settings;
    this.muxer = parts.muxer;
    this.track = parts.track;
    this.codec = parts.codec;
    const { width, height } = settings;
    this.scaler = new FrameScaler({ turn: 'none', window: WHOLE, width, height, alpha: false });
  }

  /** @param path the local file to write. An existing file is replaced. */
  static async open(path: string, settings: HlsVideoSettings): Promise<HlsVideo> {
    const keyframeEvery = countGroupFrames(settings.rate);
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'mp4'));
    const x264 = { ...settings, keyframeEvery, preset: H264_PRESET, hasEvenKeyframes: true };
    const encoder = opened.use(await openH264Encoder(x264));
    const codec = describeH264(encoder.context.extraData);
    const track = ChangedFrameTrack.create(encoder, keyframeEvery, muxer);
    const video = new HlsVideo(path, settings, { muxer, track, codec });
    await muxer.begin(FRAGMENTED);
    opened.move();
    return video;
  }

  /** Adds the next frame. The caller still owns it, and may free it at once. See `OutputFile.writeFrame`. */
  async add(frame: VideoFrame, isRepeat: boolean): Promise<void> {
    const shared = shareFrame(frame);
    this.frameCount += 1;
    await this.queue.add(
      () => this.encode(shared, isRepeat),
      () => shared.free(),
    );
  }

  /** Completes the file. @param playlist the name of its list of segments. */
  async finish(playlist: string): Promise<SegmentedVideo> {
    await this.queue.drain();
    await this.track.finish();
    await this.muxer.finish();
    const { width, height, rate } = this.settings;
    const { header, fragments } = await new FragmentReader(this.path).read();
    const groupFrames = countGroupFrames(rate);
    const groups = Math.ceil(this.frameCount / groupFrames);
    if (fragments.length !== groups)
      throw new Error(`${basename(this.path)} has ${fragments.length} fragments instead of ${groups}.`);
    const timed = fragments.map((fragment, index) => {
      const count = Math.min(groupFrames, this.frameCount - index * groupFrames);
      return { ...fragment, lasts: timeAtFrame(count, rate) };
    });
    const segments = joinFragments(timed);
    return { playlist, header, segments, codec: this.codec, width, height, rate };
  }

  /** Waits for pending work, because the memory of an encoder must not be freed while the encoder is running. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.queue.drain()]);
    this.scaled?.free();
    this.scaler[Symbol.dispose]();
    this.track[Symbol.dispose]();
    this.muxer[Symbol.dispose]();
  }

  private async encode(frame: VideoFrame, isRepeat: boolean): Promise<void> {
    if (!isRepeat || !this.scaled) {
      this.scaled?.free();
      this.scaled = undefined;
      this.scaled = await this.scaler.convert(frame);
    }
    await this.track.add(this.scaled, isRepeat);
  }
}

/** Returns the name of an H.264 stream (RFC 6381): the profile, its restrictions and the level. */
function describeH264(parameterSets: Buffer | null): string {
  // The sequence parameter set comes first, after its start code and the byte of its kind.
  const start = (parameterSets?.indexOf(Buffer.from([0, 0, 1])) ?? -1) + 4;
  if (!parameterSets || start < 4) throw new Error('x264 has not provided its parameter sets.');
  return `avc1.${parameterSets.toString('hex', start, start + 3)}`;
}

/** Joins consecutive fragments to segments. */
function joinFragments(fragments: readonly Segment[]): Segment[] {
  const segments: Segment[] = [];
  for (let from = 0; from < fragments.length; from += countFragments(segments.length - 1)) {
    const [first, ...others] = fragments.slice(from, from + countFragments(segments.length));
    if (first) segments.push(others.reduce(join, first));
  }
  return segments;
}

function join(one: Segment, next: Segment): Segment {
  if (one.offset + one.bytes !== next.offset) throw new Error('The fragments of a segment have a gap.');
  return { offset: one.offset, bytes: one.bytes + next.bytes, lasts: ZERO.add(one.lasts).add(next.lasts) };
}
