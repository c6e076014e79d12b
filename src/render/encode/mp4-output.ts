import type { Encoder } from '../av/encode/encoder.ts';
import { openAacEncoder } from '../av/encode/sound-encoders.ts';
import { type H264Shape, openH264Encoder } from '../av/encode/h264.ts';
import { HARDWARE_ENCODERS, openHardwareEncoder } from '../av/encode/hardware-encoder.ts';
import { Muxer } from '../av/encode/muxer.ts';
import type { VideoFrame } from '../av/video/video-frame.ts';
import type { Stereo } from '../media/stereo.ts';
import type { OutputFile, OutputFileSettings } from './output-file.ts';
import { BoundedQueue } from './bounded-queue.ts';
import { MP4_QUALITY } from './quality.ts';
import { EveryFrameTrack, type FrameTrack } from './frame-track.ts';
import { AAC_FRAME_SAMPLES } from './sound-output.ts';
import { SoundTrack } from './sound-track.ts';
import { ChangedFrameTrack } from './changed-frame-track.ts';

/**
 * Maximum number of seconds between keyframes. Players seek to keyframes, and segments can only be cut at
 * keyframes.
 */
const KEYFRAME_SECONDS = 2;
/**
 * Preset of x264. On two cores, encoding with this preset is as fast as composing, and the files are small
 * enough for the web.
 */
export const H264_PRESET = 'veryfast';
/**
 * Numbers of x264 threads. They are fixed because they affect the output: the same edit must make the same
 * file on every machine.
 */
export const H264_THREADS = { 'few threads': 3, 'many threads': 12 } as const;
/**
 * Number of finished pictures that may wait for the encoder. Waiting pictures keep the encoder busy while a
 * slow picture is composed.
 */
const MAX_WAITING_FRAMES = 4;
/** Number of blocks of sound that may wait for the encoder. Each block lasts as long as one picture. */
const MAX_WAITING_SOUNDS = 4;

/** Writes an MP4 file: H.264 High with BT.709 tags, and AAC. The index is at the beginning. */
export class Mp4Output implements OutputFile {
  private readonly muxer: Muxer;
  private readonly video: FrameTrack;
  private readonly audio: SoundTrack | undefined;
  /**
   * The queues encode pictures and sound at the same time, while the caller produces more. Each queue keeps
   * the order of its tasks.
   */
  private readonly frameQueue = new BoundedQueue(MAX_WAITING_FRAMES);
  private readonly soundQueue = new BoundedQueue(MAX_WAITING_SOUNDS);

  private constructor(muxer: Muxer, video: FrameTrack, audio: Encoder | undefined) {
    this.muxer = muxer;
    this.video = video;
    this.audio = audio && new SoundTrack(audio, muxer.add(audio), AAC_FRAME_SAMPLES);
  }

  /** @param path the local file to write. An existing file is replaced. */
  static async open(path: string, shape: OutputFileSettings): Promise<Mp4Output> {
    const { width, height, rate, hasSound } = shape;
    const { crf, soundBitRate } = MP4_QUALITY[shape.quality];
    const keyframeEvery = rate.mul(KEYFRAME_SECONDS).floor().valueOf();
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'mp4'));
    const video = opened.use(
      await createVideoTrack({ width, height, rate, keyframeEvery }, shape.encoder, crf, muxer),
    );
    const audio = hasSound ? opened.use(await openAacEncoder(soundBitRate)) : undefined;
    const output = new Mp4Output(muxer, video, audio);
    await muxer.begin({ movflags: '+faststart' });
    opened.move();
    return output;
  }

  async writeFrame(frame: VideoFrame, isRepeat: boolean): Promise<void> {
    await this.frameQueue.add(
      () => this.video.add(frame, isRepeat),
      () => frame.free(),
    );
  }

  async writeSound(samples: Stereo): Promise<void> {
    await this.soundQueue.add(async () => this.audio?.add(samples));
  }

  async finish(): Promise<void> {
    await this.frameQueue.drain();
    await this.video.finish();
    await this.soundQueue.drain();
    await this.audio?.finish();
    await this.muxer.finish();
  }

  /**
   * Waits for pending encoding, because the memory of an encoder must not be freed while the encoder is
   * running.
   */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.frameQueue.drain(), this.soundQueue.drain()]);
    this.video[Symbol.dispose]();
    this.audio?.[Symbol.dispose]();
    this.muxer[Symbol.dispose]();
  }
}

async function createVideoTrack(
  shape: H264Shape,
  encoder: OutputFileSettings['encoder'],
  crf: number,
  muxer: Muxer,
): Promise<FrameTrack> {
  if (encoder !== 'few threads' && encoder !== 'many threads')
    return new EveryFrameTrack(await openHardwareEncoder(HARDWARE_ENCODERS[encoder], shape, crf), muxer);
  const x264 = await openH264Encoder({ ...shape, preset: H264_PRESET, crf, threads: H264_THREADS[encoder] });
  return ChangedFrameTrack.create(x264, shape.keyframeEvery, muxer);
}
