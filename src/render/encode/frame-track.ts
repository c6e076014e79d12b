import { type Encoder, type PacketSink, stampFrame } from '../av/encode/encoder.ts';
import type { Muxer } from '../av/encode/muxer.ts';
import type { VideoFrame } from '../av/video/video-frame.ts';

/** The pictures of a file in the making. */
export interface FrameTrack extends Disposable {
  /** Takes the next picture, which stays the caller's. @param isRepeat whether it is the one before again, to the bit. */
  add(frame: VideoFrame, isRepeat: boolean): Promise<void>;
  /** Encodes what is still to be encoded; nothing can be added afterwards. */
  finish(): Promise<void>;
}

/** Pictures that are all encoded, one by one. Closes the encoder. */
export class EveryFrameTrack implements FrameTrack {
  private readonly encoder: Encoder;
  private readonly sink: PacketSink;
  private frameCount = 0;

  constructor(encoder: Encoder, muxer: Muxer) {
    this.encoder = encoder;
    this.sink = muxer.add(encoder);
  }

  async add(frame: VideoFrame): Promise<void> {
    stampFrame(frame, this.frameCount++);
    await this.encoder.encode(frame, this.sink);
  }

  async finish(): Promise<void> {
    await this.encoder.finish(this.sink);
  }

  [Symbol.dispose](): void {
    this.encoder[Symbol.dispose]();
  }
}
