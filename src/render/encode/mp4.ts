import type { Rate } from '../../base/time.ts';
import type { Stereo } from '../av/audio-reader.ts';
import {
  aacEncoder,
  type Encoder,
  h264Encoder,
  type PacketSink,
  soundFrame,
  stampPicture,
} from '../av/encoder.ts';
import { Muxer } from '../av/muxer.ts';
import type { Picture } from '../av/picture.ts';

/** Seconds between two keyframes at the most: what players seek by and what segments are cut at. */
const KEYFRAME_SECONDS = 2;
/** x264's rate factor of the `medium` quality (contract 2.2). */
const CRF = 23;
/** Fast enough to keep up with composing on two cores, and small enough for the web. */
const PRESET = 'veryfast';
/** A fixed number, so that the same edit gives the same file on every machine. */
const THREADS = 3;
/** Bits in a second of the AAC track. */
const SOUND_BIT_RATE = 160_000;
/** Samples in one AAC frame. */
const AAC_FRAME = 1024;

/** What an MP4 file is to be: size in pixels, frames in a second, and whether it has a sound track. */
export interface Mp4Shape {
  readonly width: number;
  readonly height: number;
  readonly rate: Rate;
  readonly sound: boolean;
}

/**
 * An MP4 file in the making: H.264 High with BT.709 tags and AAC, the index in front. Put pictures in order; sound may
 * run ahead. Close it with `await using`, also after {@link Mp4Output.finish}.
 */
export class Mp4Output implements AsyncDisposable {
  private readonly muxer: Muxer;
  private readonly video: Track;
  private readonly audio: Track | undefined;
  private encoding: Promise<void> = Promise.resolve();
  private waiting: Stereo = { left: new Float32Array(0), right: new Float32Array(0) };
  private encodedSamples = 0;

  private constructor(muxer: Muxer, video: Encoder, audio: Encoder | undefined) {
    this.muxer = muxer;
    this.video = { encoder: video, sink: muxer.add(video) };
    this.audio = audio && { encoder: audio, sink: muxer.add(audio) };
  }

  /** @param path the local file to write; an existing one is replaced. */
  static async open(path: string, { width, height, rate, sound }: Mp4Shape): Promise<Mp4Output> {
    const keyframeEvery = rate.mul(KEYFRAME_SECONDS).floor().valueOf();
    const video = await h264Encoder({
      width,
      height,
      rate,
      preset: PRESET,
      crf: CRF,
      keyframeEvery,
      threads: THREADS,
    });
    const audio = sound ? await aacEncoder(SOUND_BIT_RATE) : undefined;
    const output = new Mp4Output(new Muxer(path, 'mp4'), video, audio);
    await output.muxer.begin({ movflags: '+faststart' });
    return output;
  }

  /**
   * Encodes a picture while the caller makes the next one: the promise resolves as soon as the encoder is free for it,
   * and an error of the picture before is thrown here.
   *
   * @param picture freed when it is encoded.
   * @param index its place in the output, rising by one.
   */
  async picture(picture: Picture, index: number): Promise<void> {
    await this.encoding;
    stampPicture(picture, index);
    this.encoding = this.video.encoder.encode(picture, this.video.sink).finally(() => picture.free());
    // The failure is thrown by the next await; until then it must not count as unhandled.
    this.encoding.catch(() => undefined);
  }

  /** Encodes the next samples of the sound; any number. */
  async sound(samples: Stereo): Promise<void> {
    this.waiting = joined(this.waiting, samples);
    while (this.waiting.left.length >= AAC_FRAME) await this.soundFrame(AAC_FRAME);
  }

  async finish(): Promise<void> {
    await this.encoding;
    if (this.audio && this.waiting.left.length > 0) await this.soundFrame(this.waiting.left.length);
    await this.video.encoder.finish(this.video.sink);
    await this.audio?.encoder.finish(this.audio.sink);
    await this.muxer.finish();
  }

  /** Waits for the picture that is being encoded: its memory must not be taken from under the encoder. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.encoding.catch(() => undefined);
    this.video.encoder[Symbol.dispose]();
    this.audio?.encoder[Symbol.dispose]();
    this.muxer[Symbol.dispose]();
  }

  private async soundFrame(count: number): Promise<void> {
    const { left, right } = this.waiting;
    this.waiting = { left: left.subarray(count), right: right.subarray(count) };
    const frame = soundFrame(
      { left: left.subarray(0, count), right: right.subarray(0, count) },
      this.encodedSamples,
    );
    this.encodedSamples += count;
    try {
      await this.audio?.encoder.encode(frame, this.audio.sink);
    } finally {
      frame.free();
    }
  }
}

interface Track {
  readonly encoder: Encoder;
  readonly sink: PacketSink;
}

function joined(first: Stereo, second: Stereo): Stereo {
  if (first.left.length === 0) return second;
  const left = new Float32Array(first.left.length + second.left.length);
  const right = new Float32Array(left.length);
  left.set(first.left);
  left.set(second.left, first.left.length);
  right.set(first.right);
  right.set(second.right, first.right.length);
  return { left, right };
}
