import type { Rate, Seconds } from '../../base/time.ts';
import { packedOf, type Picture as Frame, planesOf, type Views } from '../av/picture.ts';
import { PictureScaler } from '../av/picture-scaler.ts';
import { VideoReader } from '../av/video-reader.ts';
import type { VideoPicture } from '../resolve/timeline.ts';
import type { Size } from '../scene/placement.ts';
import { sourceTime, tailOf } from '../scene/source-time.ts';
import { KeyedPicture } from './keyed-picture.ts';
import { keyedPixels } from './keyed-pixels.ts';
import type { Rgba } from './raster.ts';
import { type Sheet, sheetOf, SheetRoom, sheetSize, type SheetSource } from './sheet.ts';

const WHOLE = { left: 0, top: 0, right: 1, bottom: 1 };

/** The sheets of a video clip: one for each picture of the source, upright and no larger than it is ever seen. */
export class VideoSheet implements SheetSource {
  private readonly reader: VideoReader;
  private readonly scaler: PictureScaler;
  private readonly video: VideoPicture;
  private readonly tail: Seconds;
  private readonly keyed: KeyedPicture | undefined;
  private decoded: Frame | undefined;
  private sheet: Sheet | undefined;
  /** Written over by each picture. */
  private readonly room = new SheetRoom();
  private pixels: Uint8Array<ArrayBuffer> | undefined;

  private constructor(reader: VideoReader, video: VideoPicture, size: Size, rate: Rate) {
    const { track } = video;
    this.reader = reader;
    this.video = video;
    this.tail = tailOf(video, rate);
    this.keyed = video.key && new KeyedPicture(video.key, size, size.width / track.width);
    this.scaler = new PictureScaler({
      turn: track.turn,
      window: WHOLE,
      ...size,
      alpha: track.alpha,
      ...(video.key ? { fullChroma: true } : { packed: true }),
    });
  }

  /**
   * Opens the file.
   *
   * @param largest the largest size in pixels that the video is seen in.
   * @param rate of the output.
   */
  static async open(video: VideoPicture, largest: Size, rate: Rate): Promise<VideoSheet> {
    const reader = await VideoReader.open(video.track.location);
    return new VideoSheet(reader, video, sheetSize(largest, video.track), rate);
  }

  async at(time: Seconds): Promise<Sheet | undefined> {
    const frame = await this.reader.frameAt(sourceTime(this.video, time), this.tail);
    if (frame === this.decoded) return this.sheet;
    this.decoded = frame;
    this.sheet = frame && (await this.sheetOf(frame));
    return this.sheet;
  }

  [Symbol.dispose](): void {
    this.scaler[Symbol.dispose]();
    this.reader[Symbol.dispose]();
  }

  private async sheetOf(frame: Frame): Promise<Sheet> {
    const scaled = await this.scaler.read(frame);
    const pixels = this.pixelsOf(scaled);
    return sheetOf(pixels, this.room, !this.keyed && !this.video.track.alpha);
  }

  private pixelsOf(scaled: Views): Rgba {
    const { keyed } = this;
    if (!keyed) {
      const pixels = packedOf(scaled, this.pixels);
      this.pixels = pixels.data;
      return pixels;
    }
    keyed.read(planesOf(scaled));
    this.pixels ??= new Uint8Array(4 * keyed.width * keyed.height);
    return keyedPixels(keyed, new Uint8ClampedArray(this.pixels.buffer));
  }
}
