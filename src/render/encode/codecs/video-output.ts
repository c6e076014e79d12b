import type { Muxer } from '../../av/encode/muxer.ts';
import type { VideoFrame } from '../../av/video/video-frame.ts';
import type { Stereo } from '../../media/stereo.ts';
import { BoundedQueue } from '../bounded-queue.ts';
import type { FrameTrack } from '../frame-track.ts';
import type { OutputFile } from '../output-file.ts';

/**
 * Number of finished pictures that may wait for the encoder. Waiting pictures keep the encoder busy while a
 * slow picture is composed.
 */
const MAX_WAITING_FRAMES = 4;
/** Number of blocks of sound that may wait for the encoder. Each block lasts as long as one picture. */
const MAX_WAITING_SOUNDS = 4;

/** The sound of a video. */
interface VideoSound extends Disposable {
  add(samples: Stereo): Promise<void>;
  finish(): Promise<void>;
}

/** Writes a file with pictures and, if there is any, sound. Owns the tracks and the muxer. */
export class VideoOutput implements OutputFile {
  private readonly muxer: Muxer;
  private readonly video: FrameTrack;
  private readonly audio: VideoSound | undefined;
  /**
   * The queues encode pictures and sound at the same time, while the caller produces more. Each queue keeps
   * the order of its tasks.
   */
  private readonly frameQueue = new BoundedQueue(MAX_WAITING_FRAMES);
  private readonly soundQueue = new BoundedQueue(MAX_WAITING_SOUNDS);

  /** @param muxer an open file, to which the tracks write. */
  constructor(muxer: Muxer, video: FrameTrack, audio: VideoSound | undefined) {
    this.muxer = muxer;
    this.video = video;
    this.audio = audio;
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

  /** Waits until all pictures so far are encoded. @throws the error of an earlier picture. */
  protected async drainFrames(): Promise<void> {
    await this.frameQueue.drain();
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
