import { aacEncoder, type Encoder } from '../av/encoder.ts';
import { h264Encoder, type H264Shape } from '../av/h264.ts';
import { HARDWARE, hardwareEncoder } from '../av/hardware-encoder.ts';
import { Muxer } from '../av/muxer.ts';
import type { Picture } from '../av/picture.ts';
import type { Stereo } from '../media/stereo.ts';
import type { OutputFile, FileShape } from './output-file.ts';
import { Line } from './line.ts';
import { MP4_QUALITY } from './quality.ts';
import { EveryPicture, type PictureTrack } from './picture-track.ts';
import { SoundTrack } from './sound-track.ts';
import { VideoTrack } from './video-track.ts';

/** Seconds between two keyframes at the most: what players seek by and what segments are cut at. */
const KEYFRAME_SECONDS = 2;
/** Fast enough to keep up with composing on two cores, and small enough for the web. */
const PRESET = 'veryfast';
/** Fixed numbers, so that the same edit gives the same file on every machine: x264 plans each picture for its number of threads. */
const THREADS = { 'few threads': 3, 'many threads': 12 } as const;
/** Finished pictures that may wait for the encoder: enough that it always has one, whatever takes long to make now and then. */
const PICTURES_AHEAD = 4;
/** Pieces of sound that may wait for theirs, each as long as a picture is seen. */
const SOUNDS_AHEAD = 4;
/** Samples in one AAC frame. */
const AAC_FRAME = 1024;

/** An MP4 file in the making: H.264 High with BT.709 tags and AAC, the index in front. */
export class Mp4Output implements OutputFile {
  private readonly muxer: Muxer;
  private readonly video: PictureTrack;
  private readonly audio: SoundTrack | undefined;
  /** Pictures and sound are encoded beside each other and beside what makes them, each in their order. */
  private readonly pictures = new Line(PICTURES_AHEAD);
  private readonly sounds = new Line(SOUNDS_AHEAD);

  private constructor(muxer: Muxer, video: PictureTrack, audio: Encoder | undefined) {
    this.muxer = muxer;
    this.video = video;
    this.audio = audio && new SoundTrack(audio, muxer.add(audio), AAC_FRAME);
  }

  /** @param path the local file to write; an existing one is replaced. */
  static async open(path: string, shape: FileShape): Promise<Mp4Output> {
    const { width, height, rate, sound } = shape;
    const { crf, soundBitRate } = MP4_QUALITY[shape.quality];
    const keyframeEvery = rate.mul(KEYFRAME_SECONDS).floor().valueOf();
    using opened = new DisposableStack();
    const muxer = opened.use(new Muxer(path, 'mp4'));
    const video = opened.use(
      await videoTrack({ width, height, rate, keyframeEvery }, shape.encoder, crf, muxer),
    );
    const audio = sound ? opened.use(await aacEncoder(soundBitRate)) : undefined;
    const output = new Mp4Output(muxer, video, audio);
    await muxer.begin({ movflags: '+faststart' });
    opened.move();
    return output;
  }

  async picture(picture: Picture, isRepeat: boolean): Promise<void> {
    await this.pictures.add(
      () => this.video.add(picture, isRepeat),
      () => picture.free(),
    );
  }

  async sound(samples: Stereo): Promise<void> {
    await this.sounds.add(async () => this.audio?.add(samples));
  }

  async finish(): Promise<void> {
    await this.pictures.end();
    await this.video.finish();
    await this.sounds.end();
    await this.audio?.finish();
    await this.muxer.finish();
  }

  /** Waits for what is being encoded: its memory must not be taken from under the encoder. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.pictures.end(), this.sounds.end()]);
    this.video[Symbol.dispose]();
    this.audio?.[Symbol.dispose]();
    this.muxer[Symbol.dispose]();
  }
}

async function videoTrack(
  shape: H264Shape,
  encoder: FileShape['encoder'],
  crf: number,
  muxer: Muxer,
): Promise<PictureTrack> {
  if (encoder !== 'few threads' && encoder !== 'many threads')
    return new EveryPicture(await hardwareEncoder(HARDWARE[encoder], shape, crf), muxer);
  const x264 = await h264Encoder({ ...shape, preset: PRESET, crf, threads: THREADS[encoder] });
  return VideoTrack.of(x264, shape.keyframeEvery, muxer);
}
