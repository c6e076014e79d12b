import { aacEncoder, type Encoder, type PacketSink, stampPicture } from '../av/encoder.ts';
import { h264Encoder, type H264Shape } from '../av/h264.ts';
import { HARDWARE, hardwareEncoder } from '../av/hardware-encoder.ts';
import { Muxer } from '../av/muxer.ts';
import type { Picture } from '../av/picture.ts';
import type { Stereo } from '../media/stereo.ts';
import type { OutputFile, FileShape } from './output-file.ts';
import { MP4_QUALITY } from './quality.ts';
import { SoundTrack } from './sound-track.ts';

/** Seconds between two keyframes at the most: what players seek by and what segments are cut at. */
const KEYFRAME_SECONDS = 2;
/** Fast enough to keep up with composing on two cores, and small enough for the web. */
const PRESET = 'veryfast';
/** Fixed numbers, so that the same edit gives the same file on every machine: x264 plans each picture for its number of threads. */
const THREADS = { 'few threads': 3, 'many threads': 12 } as const;
/** Samples in one AAC frame. */
const AAC_FRAME = 1024;

/** An MP4 file in the making: H.264 High with BT.709 tags and AAC, the index in front. */
export class Mp4Output implements OutputFile {
  private readonly muxer: Muxer;
  private readonly video: Encoder;
  private readonly videoSink: PacketSink;
  private readonly audio: SoundTrack | undefined;
  private encoding: Promise<void> = Promise.resolve();

  private constructor(muxer: Muxer, video: Encoder, audio: Encoder | undefined) {
    this.muxer = muxer;
    this.video = video;
    this.videoSink = muxer.add(video);
    this.audio = audio && new SoundTrack(audio, muxer.add(audio), AAC_FRAME);
  }

  /** @param path the local file to write; an existing one is replaced. */
  static async open(path: string, shape: FileShape): Promise<Mp4Output> {
    const { width, height, rate, sound } = shape;
    const { crf, soundBitRate } = MP4_QUALITY[shape.quality];
    const keyframeEvery = rate.mul(KEYFRAME_SECONDS).floor().valueOf();
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'mp4'));
    const video = opened.use(await videoEncoder({ width, height, rate, keyframeEvery }, shape.encoder, crf));
    const audio = sound ? opened.use(await aacEncoder(soundBitRate)) : undefined;
    const output = new Mp4Output(muxer, video, audio);
    await muxer.begin({ movflags: '+faststart' });
    opened.move();
    return output;
  }

  async picture(picture: Picture, index: number): Promise<void> {
    try {
      await this.encoding;
      stampPicture(picture, index);
    } catch (error) {
      picture.free();
      throw error;
    }
    this.encoding = this.video.encode(picture, this.videoSink).finally(() => picture.free());
    // The failure is thrown by the next await; until then it must not count as unhandled.
    this.encoding.catch(() => undefined);
  }

  async sound(samples: Stereo): Promise<void> {
    await this.audio?.add(samples);
  }

  async finish(): Promise<void> {
    await this.encoding;
    await this.video.finish(this.videoSink);
    await this.audio?.finish();
    await this.muxer.finish();
  }

  /** Waits for the picture that is being encoded: its memory must not be taken from under the encoder. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.encoding.catch(() => undefined);
    this.video[Symbol.dispose]();
    this.audio?.[Symbol.dispose]();
    this.muxer[Symbol.dispose]();
  }
}

function videoEncoder(shape: H264Shape, encoder: FileShape['encoder'], crf: number): Promise<Encoder> {
  if (encoder === 'few threads' || encoder === 'many threads')
    return h264Encoder({ ...shape, preset: PRESET, crf, threads: THREADS[encoder] });
  return hardwareEncoder(HARDWARE[encoder], shape, crf);
}
