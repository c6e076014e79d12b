import { Landing } from '../av/landing.ts';
import {
  copyPixels,
  type Picture as Frame,
  type Plane,
  type Planes,
  planesOf,
  type Views,
} from '../av/picture.ts';
import { PictureScaler } from '../av/picture-scaler.ts';
import { VideoReader } from '../av/video-reader.ts';
import type { Timeline, VideoPicture } from '../resolve/timeline.ts';
import type { Placement, Size } from '../scene/placement.ts';
import type { Layer } from '../scene/scene.ts';
import { sourceTime, tailOf } from '../scene/source-time.ts';
import { type Cut, cutOf } from './cut.ts';
import { KeyedPlanes } from './keyed-planes.ts';
import type { Look, LookSource } from './look.ts';

/** The looks of a video clip: decoded, turned upright and scaled once for each picture of the source. */
export class VideoSource implements LookSource {
  private readonly reader: VideoReader;
  private readonly scaler: PictureScaler;
  private readonly cut: Cut;
  private readonly video: VideoPicture;
  private readonly output: Timeline;
  private readonly keyed: KeyedPlanes | undefined;
  private readonly landing = new Landing();
  private decoded: Frame | undefined;
  private scaled: Frame | undefined;
  private look: Look | undefined;

  private constructor(
    reader: VideoReader,
    video: VideoPicture,
    { cut, blur }: { readonly cut: Cut; readonly blur: number | undefined },
    output: Timeline,
  ) {
    const { track, key } = video;
    this.reader = reader;
    this.video = video;
    this.cut = cut;
    this.output = output;
    this.scaler = new PictureScaler({
      turn: track.turn,
      window: fractions(cut, track.stored),
      width: cut.target.width,
      height: cut.target.height,
      alpha: track.alpha,
      fullChroma: key !== undefined,
      ...(blur !== undefined && { blur }),
    });
    this.keyed = key && new KeyedPlanes(key, cut.target, cut.target.width / cut.window.width);
  }

  /**
   * Opens the file.
   *
   * @param blur sigma of a Gaussian blur in pixels of the output; not for a video that has alpha or a key.
   * @returns undefined when nothing of the clip lies on the output.
   */
  static async open(
    video: VideoPicture,
    placement: Placement,
    output: Timeline,
    blur?: number,
  ): Promise<VideoSource | undefined> {
    const cut = cutOf(video.track.stored, placement, output, 2);
    return cut && new VideoSource(await VideoReader.open(video.track.location), video, { cut, blur }, output);
  }

  async at({ time }: Layer): Promise<Look | undefined> {
    const { video, output } = this;
    const frame = await this.reader.frameAt(sourceTime(video, time), tailOf(video, output.rate));
    if (frame === this.decoded) return this.look;
    this.decoded = frame;
    this.drop();
    this.scaled = frame && (await this.scaler.convert(frame));
    this.look = this.scaled && this.lookOf(this.scaled);
    return this.look;
  }

  copyTo(output: Frame): boolean {
    const { x, y, width, height } = this.cut.target;
    const isWhole = x === 0 && y === 0 && width === output.width && height === output.height;
    if (!this.scaled || !this.look?.covers || !isWhole) return false;
    copyPixels(this.scaled, output);
    return true;
  }

  [Symbol.dispose](): void {
    this.drop();
    this.landing[Symbol.dispose]();
    this.scaler[Symbol.dispose]();
    this.reader[Symbol.dispose]();
  }

  private drop(): void {
    this.scaled?.free();
    this.scaled = undefined;
  }

  private lookOf(picture: Frame): Look {
    const { seen, target } = this.cut;
    const whole = seen.width === this.output.width && seen.height === this.output.height;
    let planes: Look['planes'] | undefined;
    const planesOf = (): Look['planes'] => (planes ??= this.planesOf(this.landing.take(picture)));
    return {
      get planes() {
        return planesOf();
      },
      x: target.x,
      y: target.y,
      area: seen,
      covers: whole && !this.video.track.alpha && !this.keyed,
    };
  }

  private planesOf(picture: Views): Look['planes'] {
    const planes = planesOf(picture);
    if (this.keyed) return this.keyed.read(planes);
    return planes.alpha ? { ...planes, chromaAlpha: chromaAlphaOf(planes, planes.alpha) } : planes;
  }
}

function fractions({ window }: Cut, stored: Size) {
  return {
    left: window.x / stored.width,
    top: window.y / stored.height,
    right: (window.x + window.width) / stored.width,
    bottom: (window.y + window.height) / stored.height,
  };
}

/** The mean cover of each 2x2 pixels, for blending chroma. */
function chromaAlphaOf({ width, height }: Planes, alpha: Plane): Plane {
  const stride = Math.ceil(width / 2);
  const data = new Uint8Array(stride * Math.ceil(height / 2));
  for (let row = 0; row < height >> 1; row++) {
    const upper = 2 * row * alpha.stride;
    const lower = upper + alpha.stride;
    for (let column = 0; column < width >> 1; column++) {
      const left = 2 * column;
      const sum =
        (alpha.data[upper + left] ?? 0) +
        (alpha.data[upper + left + 1] ?? 0) +
        (alpha.data[lower + left] ?? 0) +
        (alpha.data[lower + left + 1] ?? 0);
      data[row * stride + column] = (sum + 2) >> 2;
    }
  }
  return { data, stride };
}
