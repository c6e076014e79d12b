import type { Encoder } from '../../av/encode/encoder.ts';
import type { Muxer } from '../../av/encode/muxer.ts';
import { FrameConverter } from '../../av/encode/frame-converter.ts';
import { shareFrame, type VideoFrame } from '../../av/video/video-frame.ts';
import { EveryFrameTrack, type FrameTrack } from '../frame-track.ts';
import { bleedColours } from './bleed-colours.ts';

/**
 * Video that encodes every picture, in the pixel format of its encoder. A repeated picture is converted once.
 * Owns the encoder and closes it when disposed.
 */
export class ConvertedFrameTrack implements FrameTrack {
  private readonly track: EveryFrameTrack;
  private readonly converter: FrameConverter;
  private readonly hasAlpha: boolean;
  private converted: VideoFrame | undefined;

  /** @param hasAlpha true if the pictures have alpha. */
  constructor(encoder: Encoder, muxer: Muxer, hasAlpha: boolean) {
    this.track = new EveryFrameTrack(encoder, muxer);
    this.converter = new FrameConverter(encoder.context.pixelFormat);
    this.hasAlpha = hasAlpha;
  }

  async add(frame: VideoFrame, isRepeat: boolean): Promise<void> {
    if (!isRepeat || !this.converted) {
      this.converted?.free();
      this.converted = undefined;
      this.converted = await this.convert(frame);
    }
    using shared = shareFrame(this.converted);
    await this.track.add(shared);
  }

  async finish(): Promise<void> {
    await this.track.finish();
  }

  [Symbol.dispose](): void {
    this.converted?.free();
    this.converter[Symbol.dispose]();
    this.track[Symbol.dispose]();
  }

  private async convert(frame: VideoFrame): Promise<VideoFrame> {
    if (!this.hasAlpha) return this.converter.convert(frame);
    using filled = bleedColours(frame);
    return await this.converter.convert(filled);
  }
}
