import type { Rate, Seconds } from '../../../base/time.ts';
import { type VideoFrame, planesOf, type FrameViews } from '../../av/video/video-frame.ts';
import { copyPackedPixels } from '../../av/video/convert-frame.ts';
import { FrameScaler } from '../../av/video/frame-scaler.ts';
import type { FrameReader, OpenReader } from '../../av/video/shared-readers.ts';
import { VideoReader } from '../../av/video/video-reader.ts';
import type { VideoVisual } from '../../resolve/timeline.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { sourceMomentOf } from '../../scene/source-time.ts';
import { KeyedFrame, keyedToRgba } from '../chroma-key/keyed-frame.ts';
import type { RgbaPixels } from '../planes/raster.ts';
import { type Bitmap, createBitmap, BitmapCanvas, detailedSizeFor, type BitmapSource } from './bitmap.ts';

const FULL_WINDOW = { left: 0, top: 0, right: 1, bottom: 1 };

/**
 * The bitmaps of a video clip: one for each frame of the source. Each bitmap is upright, and not much larger
 * than the largest size at which the clip is shown.
 */
export class VideoBitmaps implements BitmapSource {
  private readonly reader: FrameReader;
  private readonly scaler: FrameScaler;
  private readonly video: VideoVisual;
  private readonly rate: Rate;
  private readonly keyedFrame: KeyedFrame | undefined;
  private decoded: VideoFrame | undefined;
  private bitmap: Bitmap | undefined;
  /** Reused for every frame. */
  private readonly canvas = new BitmapCanvas();
  private pixels: Uint8Array<ArrayBuffer> | undefined;

  private constructor(reader: FrameReader, video: VideoVisual, size: PixelSize, rate: Rate) {
    const { track } = video;
    this.reader = reader;
    this.video = video;
    this.rate = rate;
    this.keyedFrame = video.chromaKey && new KeyedFrame(video.chromaKey, size, size.width / track.width);
    this.scaler = new FrameScaler({
      turn: track.turn,
      window: FULL_WINDOW,
      ...size,
      alpha: track.alpha,
      ...(video.chromaKey ? { fullChroma: true } : { packed: true }),
    });
  }

  /**
   * Opens the file.
   *
   * @param video the video of the clip.
   * @param largest the largest size in pixels at which the video is shown.
   * @param rate frame rate of the output.
   * @param openReader opens the file.
   * @throws {MediaError} if the file cannot be read.
   */
  static async open(
    video: VideoVisual,
    largest: PixelSize,
    rate: Rate,
    openReader: OpenReader = (location) => VideoReader.open(location),
  ): Promise<VideoBitmaps> {
    const reader = await openReader(video.track.location);
    return new VideoBitmaps(reader, video, detailedSizeFor(largest, video.track), rate);
  }

  async at(time: Seconds): Promise<Bitmap | undefined> {
    const frame = await this.reader.frameAt(sourceMomentOf(this.video, time, this.rate));
    if (frame === this.decoded) return this.bitmap;
    this.decoded = frame;
    this.bitmap = frame && (await this.readBitmap(frame));
    return this.bitmap;
  }

  [Symbol.dispose](): void {
    this.scaler[Symbol.dispose]();
    this.reader[Symbol.dispose]();
  }

  private async readBitmap(frame: VideoFrame): Promise<Bitmap> {
    const scaled = await this.scaler.read(frame);
    const pixels = this.toPixels(scaled);
    const isOpaque = !this.keyedFrame && !this.video.track.alpha;
    return createBitmap(pixels, { isOpaque, isBrief: true }, this.canvas);
  }

  private toPixels(scaled: FrameViews): RgbaPixels {
    const { keyedFrame } = this;
    if (!keyedFrame) {
      const pixels = copyPackedPixels(scaled, this.pixels);
      this.pixels = pixels.data;
      return pixels;
    }
    keyedFrame.read(planesOf(scaled));
    this.pixels ??= new Uint8Array(4 * keyedFrame.width * keyedFrame.height);
    return keyedToRgba(keyedFrame, new Uint8ClampedArray(this.pixels.buffer));
  }
}
