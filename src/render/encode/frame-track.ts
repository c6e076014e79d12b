import { type Encoder, type PacketSink, stampFrame } from '../av/encode/encoder.ts';
import type { Muxer } from '../av/encode/muxer.ts';
import type { VideoFrame } from '../av/video/video-frame.ts';

/** The video of an output file. */
export interface FrameTrack extends Disposable {
  /**
   * Adds the next picture. The caller still owns the frame and must free it.
   *
   * @param isRepeat true if the picture is identical to the previous picture.
   */
  add(frame: VideoFrame, isRepeat: boolean): Promise<void>;
  /** Encodes the pending pictures. No picture can be added afterwards. */
  finish(): Promise<void>;
}

/** Video that encodes every picture. Owns the encoder and closes it when disposed. */
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
