import { fromRatio, type Rate, type Seconds, ZERO } from '../../../base/time.ts';
import type { ShownFrame } from '../../av/convert/select-frames.ts';
import type { VideoFrame } from '../../av/video/video-frame.ts';
import { type Encoder, type PacketSink, stampFrame } from '../../av/encode/encoder.ts';
import { Muxer } from '../../av/encode/muxer.ts';
import { BoundedQueue } from '../../encode/bounded-queue.ts';

/** Number of pictures or blocks of sound that may wait for their encoder. */
const MAX_WAITING = 4;

/** A picture of a video: a frame in its final form, and the places where it is shown. */
export type AvPicture = Omit<ShownFrame, 'frame'> & { readonly frame: VideoFrame };

/** A block of sound. Its timestamp is the index of its first sample. Dispose of it to free it. */
export type SoundBlock = VideoFrame;

/** The open encoders of a video or a sound. At least one is there. */
export interface AvEncoders {
  readonly pictures?: { readonly encoder: Encoder; readonly rate: Rate } | undefined;
  readonly sound?: { readonly encoder: Encoder; readonly rate: number } | undefined;
}

/** The beginning and the end of a stream in seconds. */
interface Extent {
  from: Seconds;
  to: Seconds;
}

/**
 * Writes a video or a sound. Pictures and sound are encoded at the same time, while the caller prepares more.
 * Close it with `await using`. It owns the encoders.
 */
export class AvWriter implements AsyncDisposable {
  private readonly muxer: Muxer;
  private readonly encoders: AvEncoders;
  private readonly pictureSink: PacketSink | undefined;
  private readonly soundSink: PacketSink | undefined;
  private readonly pictureQueue = new BoundedQueue(MAX_WAITING);
  private readonly soundQueue = new BoundedQueue(MAX_WAITING);
  private readonly extents: { pictures?: Extent; sound?: Extent } = {};

  private constructor(muxer: Muxer, encoders: AvEncoders) {
    this.muxer = muxer;
    this.encoders = encoders;
    this.pictureSink = encoders.pictures && muxer.add(encoders.pictures.encoder);
    this.soundSink = encoders.sound && muxer.add(encoders.sound.encoder);
  }

  /** @param path the local file to write. @param container FFmpeg's name of the container. */
  static async open(
    path: string,
    container: string,
    options: Readonly<Record<string, string>>,
    encoders: AvEncoders,
  ): Promise<AvWriter> {
    await using opened = new AsyncDisposableStack();
    const writer = opened.use(new AvWriter(new Muxer(path, container), encoders));
    await writer.muxer.begin({ ...options });
    opened.move();
    return writer;
  }

  /** Seconds from the beginning of the first stream to the end of the longest one. */
  get duration(): Seconds {
    const extents = Object.values(this.extents);
    const from = extents
      .map((extent) => extent.from)
      .reduce((one, other) => (one.lt(other) ? one : other), extents[0]?.from ?? ZERO);
    const to = extents.map((extent) => extent.to).reduce((one, other) => (one.gt(other) ? one : other), ZERO);
    return to.sub(from);
  }

  /** True if at least one picture was written. */
  get hasPictures(): boolean {
    return this.extents.pictures !== undefined;
  }

  /** Adds a picture, which the writer disposes of. Resolves as soon as the next picture may be added. */
  async addPicture(picture: AvPicture): Promise<void> {
    const { pictures } = this.encoders;
    const sink = this.pictureSink;
    if (!pictures || !sink) throw new Error('This file has no pictures.');
    const { frame, index, count } = picture;
    const to = fromRatio(index + count, 1).div(pictures.rate);
    this.extents.pictures = {
      from: this.extents.pictures?.from ?? fromRatio(index, 1).div(pictures.rate),
      to,
    };
    await this.pictureQueue.add(
      async () => {
        for (let repeat = 0; repeat < count; repeat++) {
          stampFrame(frame, index + repeat);
          await pictures.encoder.encode(frame, sink);
        }
      },
      () => picture[Symbol.dispose](),
    );
  }

  /** Adds a block of sound, which the writer frees. Resolves as soon as the next block may be added. */
  async addSound(block: SoundBlock): Promise<void> {
    const { sound } = this.encoders;
    const sink = this.soundSink;
    if (!sound || !sink) throw new Error('This file has no sound.');
    const to = fromRatio(block.pts + BigInt(block.nbSamples), sound.rate);
    this.extents.sound = { from: this.extents.sound?.from ?? fromRatio(block.pts, sound.rate), to };
    // Next to pictures, sound is encoded by a thread of its own. Alone, it is encoded at once.
    if (this.encoders.pictures)
      await this.soundQueue.add(
        () => sound.encoder.encode(block, sink),
        () => block.free(),
      );
    else {
      using alone = block;
      sound.encoder.encodeSync(alone, sink);
    }
  }

  /** Writes the waiting packets, and finishes the file. */
  async finish(): Promise<void> {
    await Promise.all([this.pictureQueue.drain(), this.soundQueue.drain()]);
    if (this.pictureSink) await this.encoders.pictures?.encoder.finish(this.pictureSink);
    if (this.soundSink) await this.encoders.sound?.encoder.finish(this.soundSink);
    await this.muxer.finish();
  }

  /** Waits for encoding in progress, because the memory of a running encoder must not be freed. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.allSettled([this.pictureQueue.drain(), this.soundQueue.drain()]);
    this.encoders.pictures?.encoder[Symbol.dispose]();
    this.encoders.sound?.encoder[Symbol.dispose]();
    this.muxer[Symbol.dispose]();
  }
}
