import type { Seconds } from '../../../base/time.ts';
import { MAX_TIMELINE_LENGTH } from '../../../edit/model.ts';
import { requireValue } from '../../av/check.ts';
import { type VideoFrame, planesOf } from '../../av/video/video-frame.ts';
import { FrameScaler } from '../../av/video/frame-scaler.ts';
import { VideoReader } from '../../av/video/video-reader.ts';
import type { StillMedia } from '../../media/media.ts';
import type { Matte, VideoVisual } from '../../resolve/timeline.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { sourceTimeOf } from '../../scene/source-time.ts';
import { lumaOf } from '../planes/bt709.ts';
import { readStill } from '../../stills/still.ts';

/** How much a matte leaves to be seen at each of its pixels: 0 (nothing) to 255 (all), rows without padding. */
export interface LumaMask extends PixelSize {
  readonly data: Uint8Array;
  /** The lowest and the highest value of all pixels. */
  readonly min: number;
  readonly max: number;
}

/** Gives the masks of one matte. */
export interface LumaMaskSource extends Disposable {
  /**
   * The mask of a moment; the same object again means that nothing has changed. It is valid until the next call.
   *
   * @param time seconds since the matte began.
   */
  at(time: Seconds): Promise<LumaMask>;
}

/** Opens the file of a matte. @param size what its whole picture is scaled to, in pixels, even. */
export async function openLumaMask({ visual, isInverted }: Matte, size: PixelSize): Promise<LumaMaskSource> {
  if (visual.kind === 'video') return VideoLumaMask.open(visual, size, isInverted);
  let mask: Promise<LumaMask> | undefined;
  return {
    at: () => (mask ??= readStillMask(visual.media, size, isInverted)),
    [Symbol.dispose]: () => (mask = undefined),
  };
}

async function readStillMask(media: StillMedia, size: PixelSize, isInverted: boolean): Promise<LumaMask> {
  const window = { left: 0, top: 0, width: media.width, height: media.height };
  const { data } = await readStill(media.path, window, size);
  const mask = new Uint8Array(size.width * size.height);
  for (let pixel = 0, from = 0; pixel < mask.length; pixel++, from += 4) {
    // A pixel has four numbers.
    const [red, green, blue] = [data[from] as number, data[from + 1] as number, data[from + 2] as number];
    // BT.709, of gamma-coded colours; what is transparent lies over black. The half rounds.
    const luma = lumaOf(red, green, blue);
    mask[pixel] = (luma * (data[from + 3] as number)) / 255 + 0.5;
  }
  return createLumaMask(mask, size, isInverted);
}

/** The masks of a video, decoded and scaled once for each picture of the source. After its end the last one stays. */
class VideoLumaMask implements LumaMaskSource {
  private readonly reader: VideoReader;
  private readonly scaler: FrameScaler;
  private readonly video: VideoVisual;
  private readonly isInverted: boolean;
  private readonly data: Uint8Array;
  private decoded: VideoFrame | undefined;
  private mask: LumaMask | undefined;

  private constructor(reader: VideoReader, video: VideoVisual, size: PixelSize, isInverted: boolean) {
    const { track } = video;
    this.reader = reader;
    this.video = video;
    this.isInverted = isInverted;
    this.data = new Uint8Array(size.width * size.height);
    this.scaler = new FrameScaler({
      turn: track.turn,
      window: { left: 0, top: 0, right: 1, bottom: 1 },
      width: size.width,
      height: size.height,
      alpha: track.alpha,
      lumaOnly: true,
    });
  }

  static async open(video: VideoVisual, size: PixelSize, isInverted: boolean): Promise<VideoLumaMask> {
    return new VideoLumaMask(await VideoReader.open(video.track.location), video, size, isInverted);
  }

  async at(time: Seconds): Promise<LumaMask> {
    const tail = this.video.trim.add(MAX_TIMELINE_LENGTH);
    const frame = requireValue(
      await this.reader.frameAt(sourceTimeOf(this.video, time), tail),
      'read a matte',
    );
    if (frame !== this.decoded || !this.mask) {
      this.decoded = frame;
      this.mask = await this.readMask(frame);
    }
    return this.mask;
  }

  [Symbol.dispose](): void {
    this.scaler[Symbol.dispose]();
    this.reader[Symbol.dispose]();
  }

  private async readMask(frame: VideoFrame): Promise<LumaMask> {
    const scaled = await this.scaler.read(frame);
    const { width, height, y } = planesOf(scaled);
    for (let row = 0; row < height; row++) {
      this.data.set(y.data.subarray(row * y.stride, row * y.stride + width), row * width);
    }
    return createLumaMask(this.data, { width, height }, this.isInverted);
  }
}

/** The mask of bytes, which are changed where it is inverted. */
function createLumaMask(data: Uint8Array, { width, height }: PixelSize, isInverted: boolean): LumaMask {
  const inversion = isInverted ? 255 : 0;
  let [min, max] = [255, 0];
  for (let pixel = 0; pixel < data.length; pixel++) {
    // Inside the list there is always a number.
    const value = (data[pixel] as number) ^ inversion;
    data[pixel] = value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { data, width, height, min, max };
}
