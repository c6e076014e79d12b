import type { Rate, Seconds } from '../../../base/time.ts';
import { MAX_TIMELINE_LENGTH } from '../../../edit/model.ts';
import { requireValue } from '../../av/check.ts';
import { type VideoFrame, planesOf } from '../../av/video/video-frame.ts';
import { FrameScaler } from '../../av/video/frame-scaler.ts';
import type { FrameReader, OpenReader } from '../../av/video/shared-readers.ts';
import { VideoReader } from '../../av/video/video-reader.ts';
import type { StillMedia } from '../../media/media.ts';
import type { Matte, VideoVisual } from '../../resolve/timeline.ts';
import type { PixelSize } from '../../scene/placement.ts';
import { sourceMomentOf } from '../../scene/source-time.ts';
import { lumaOf } from '../planes/bt709.ts';
import { readStill } from '../../stills/still.ts';

/** The mask of a matte. */
export interface LumaMask extends PixelSize {
  /** Coverage of each pixel: 0 (hidden) to 255 (visible), in rows without padding. */
  readonly data: Uint8Array;
  /** The lowest coverage of any pixel. */
  readonly min: number;
  /** The highest coverage of any pixel. */
  readonly max: number;
}

/** Produces the masks of one matte. */
export interface LumaMaskSource extends Disposable {
  /**
   * Returns the mask of a moment. The mask is valid until the next call. If two calls in a row return the
   * same object, the mask has not changed.
   *
   * @param time seconds since the start of the matte.
   * @throws {MediaError} if a video file cannot be read.
   * @throws {StillError} if an image file cannot be read.
   */
  at(time: Seconds): Promise<LumaMask>;
}

/**
 * Opens the file of a matte.
 *
 * @param matte the matte.
 * @param size size of the masks in pixels, even. The whole picture is scaled to this size.
 * @param rate frame rate of the output.
 * @param openReader opens a video file.
 * @throws {MediaError} if a video file cannot be read.
 */
export async function openLumaMask(
  matte: Matte,
  size: PixelSize,
  rate: Rate,
  openReader: OpenReader = (location) => VideoReader.open(location),
): Promise<LumaMaskSource> {
  const { visual, isInverted } = matte;
  if (visual.kind === 'video')
    return new VideoLumaMask(await openReader(visual.track.location), visual, { ...size, rate }, isInverted);
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
    // The casts are safe because each pixel has four bytes.
    const [red, green, blue] = [data[from] as number, data[from + 1] as number, data[from + 2] as number];
    // Luma of gamma-coded colours, blended with black by the alpha. The 0.5 rounds to the nearest.
    const luma = lumaOf(red, green, blue);
    mask[pixel] = (luma * (data[from + 3] as number)) / 255 + 0.5;
  }
  return createLumaMask(mask, size, isInverted);
}

/**
 * The masks of a video. Each frame is decoded and scaled once. After the end of the video, its last frame
 * stays.
 */
class VideoLumaMask implements LumaMaskSource {
  private readonly reader: FrameReader;
  private readonly scaler: FrameScaler;
  private readonly video: VideoVisual;
  private readonly rate: Rate;
  private readonly isInverted: boolean;
  private readonly data: Uint8Array;
  private decoded: VideoFrame | undefined;
  private mask: LumaMask | undefined;

  constructor(
    reader: FrameReader,
    video: VideoVisual,
    { rate, ...size }: PixelSize & { readonly rate: Rate },
    isInverted: boolean,
  ) {
    const { track } = video;
    this.rate = rate;
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

  async at(time: Seconds): Promise<LumaMask> {
    const tail = this.video.trim.add(MAX_TIMELINE_LENGTH);
    const moment = { ...sourceMomentOf(this.video, time, this.rate), tail };
    const frame = requireValue(await this.reader.frameAt(moment), 'read the matte');
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

/** Creates a mask from coverages. Inverts the coverages in place if the matte is inverted. */
function createLumaMask(data: Uint8Array, { width, height }: PixelSize, isInverted: boolean): LumaMask {
  const inversion = isInverted ? 255 : 0;
  let [min, max] = [255, 0];
  for (let pixel = 0; pixel < data.length; pixel++) {
    // The cast is safe because the index is inside the list.
    const value = (data[pixel] as number) ^ inversion;
    data[pixel] = value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { data, width, height, min, max };
}
