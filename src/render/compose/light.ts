import type { Seconds } from '../../base/time.ts';
import { LONGEST_TIMELINE } from '../../edit/edit.ts';
import { present } from '../av/check.ts';
import { type Picture as Frame, planesOf } from '../av/picture.ts';
import { PictureScaler } from '../av/picture-scaler.ts';
import { VideoReader } from '../av/video-reader.ts';
import type { StillMedia } from '../media/media.ts';
import type { Matte, VideoPicture } from '../resolve/timeline.ts';
import type { Size } from '../scene/placement.ts';
import { sourceTime } from '../scene/source-time.ts';
import { readStill } from '../stills/still.ts';

/** How much a matte leaves to be seen at each of its pixels: 0 (nothing) to 255 (all), rows without padding. */
export interface Light extends Size {
  readonly data: Uint8Array;
  /** The least and the most of all pixels. */
  readonly least: number;
  readonly most: number;
}

/** Gives the light of one matte. */
export interface LightSource extends Disposable {
  /**
   * The light of a moment; the same object again means that nothing has changed. It is valid until the next call.
   *
   * @param time seconds since the matte began.
   */
  at(time: Seconds): Promise<Light>;
}

/** Opens the file of a matte. @param size what its whole picture is scaled to, in pixels, even. */
export async function openLight({ picture, inverted }: Matte, size: Size): Promise<LightSource> {
  if (picture.kind === 'video') return VideoLight.open(picture, size, inverted);
  let made: Promise<Light> | undefined;
  return {
    at: () => (made ??= stillLight(picture.media, size, inverted)),
    [Symbol.dispose]: () => (made = undefined),
  };
}

async function stillLight(media: StillMedia, size: Size, inverted: boolean): Promise<Light> {
  const window = { left: 0, top: 0, width: media.width, height: media.height };
  const { data } = await readStill(media.path, window, size);
  const light = new Uint8Array(size.width * size.height);
  for (let pixel = 0, from = 0; pixel < light.length; pixel++, from += 4) {
    // A pixel has four numbers.
    const [red, green, blue] = [data[from] as number, data[from + 1] as number, data[from + 2] as number];
    // BT.709, of gamma-coded colours; what is transparent lies over black. The half rounds.
    const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    light[pixel] = (luma * (data[from + 3] as number)) / 255 + 0.5;
  }
  return lightOf(light, size, inverted);
}

/** The light of a video, decoded and scaled once for each picture of the source. After its end the last one stays. */
class VideoLight implements LightSource {
  private readonly reader: VideoReader;
  private readonly scaler: PictureScaler;
  private readonly video: VideoPicture;
  private readonly inverted: boolean;
  private readonly data: Uint8Array;
  private decoded: Frame | undefined;
  private light: Light | undefined;

  private constructor(reader: VideoReader, video: VideoPicture, size: Size, inverted: boolean) {
    const { track } = video;
    this.reader = reader;
    this.video = video;
    this.inverted = inverted;
    this.data = new Uint8Array(size.width * size.height);
    this.scaler = new PictureScaler({
      turn: track.turn,
      window: { left: 0, top: 0, right: 1, bottom: 1 },
      width: size.width,
      height: size.height,
      alpha: track.alpha,
      light: true,
    });
  }

  static async open(video: VideoPicture, size: Size, inverted: boolean): Promise<VideoLight> {
    return new VideoLight(await VideoReader.open(video.track.location), video, size, inverted);
  }

  async at(time: Seconds): Promise<Light> {
    const tail = this.video.trim.add(LONGEST_TIMELINE);
    const frame = present(await this.reader.frameAt(sourceTime(this.video, time), tail), 'read a matte');
    if (frame !== this.decoded || !this.light) {
      this.decoded = frame;
      this.light = await this.lightOf(frame);
    }
    return this.light;
  }

  [Symbol.dispose](): void {
    this.scaler[Symbol.dispose]();
    this.reader[Symbol.dispose]();
  }

  private async lightOf(frame: Frame): Promise<Light> {
    const scaled = await this.scaler.read(frame);
    const { width, height, y } = planesOf(scaled);
    for (let row = 0; row < height; row++) {
      this.data.set(y.data.subarray(row * y.stride, row * y.stride + width), row * width);
    }
    return lightOf(this.data, { width, height }, this.inverted);
  }
}

/** The light of bytes, which are turned round where it is inverted. */
function lightOf(data: Uint8Array, { width, height }: Size, inverted: boolean): Light {
  const turned = inverted ? 255 : 0;
  let [least, most] = [255, 0];
  for (let pixel = 0; pixel < data.length; pixel++) {
    // Inside the list there is always a number.
    const light = (data[pixel] as number) ^ turned;
    data[pixel] = light;
    if (light < least) least = light;
    if (light > most) most = light;
  }
  return { data, width, height, least, most };
}
