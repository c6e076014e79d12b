import type { AlphaPlanes } from '../planes/paint.ts';
import { StagingFrame } from '../../av/video/staging-frame.ts';
import {
  copyFrame,
  type VideoFrame,
  type Plane,
  type Planes,
  planesOf,
  type FrameViews,
} from '../../av/video/video-frame.ts';
import { FrameScaler } from '../../av/video/frame-scaler.ts';
import type { FrameReader, OpenReader } from '../../av/video/shared-readers.ts';
import { VideoReader } from '../../av/video/video-reader.ts';
import type { VideoVisual } from '../../resolve/timeline.ts';
import type { Placement, PixelSize } from '../../scene/placement.ts';
import type { Layer } from '../../scene/scene.ts';
import { sourceMomentOf } from '../../scene/source-time.ts';
import { type SourceCrop, cropSource } from './crop-source.ts';
import { KeyedFrame, keyedToRgba } from '../chroma-key/keyed-frame.ts';
import { KeyedPlanes } from '../chroma-key/keyed-planes.ts';
import { splitColours } from '../planes/colour-planes.ts';
import type { ComposedTimeline } from '../planes/surface.ts';
import { halveChroma } from './halve-chroma.ts';
import type { LayerImage, LayerSource } from './layer-image.ts';

/**
 * The images of a video clip that does not move. Each frame of the source is decoded, turned upright and
 * scaled once.
 */
export class VideoSource implements LayerSource {
  private readonly reader: FrameReader;
  private readonly scaler: FrameScaler;
  private readonly crop: SourceCrop;
  private readonly video: VideoVisual;
  private readonly output: ComposedTimeline;
  private readonly key: KeyedPlanes | KeyedFrame | undefined;
  private readonly staging = new StagingFrame();
  private decoded: VideoFrame | undefined;
  private scaled: VideoFrame | undefined;
  private image: LayerImage | undefined;

  private constructor(
    reader: FrameReader,
    video: VideoVisual,
    { crop, blur }: { readonly crop: SourceCrop; readonly blur: number | undefined },
    output: ComposedTimeline,
  ) {
    const { track, chromaKey } = video;
    this.reader = reader;
    this.video = video;
    this.crop = crop;
    this.output = output;
    this.scaler = new FrameScaler({
      turn: track.turn,
      window: toWindowFractions(crop, track.stored),
      width: crop.target.width,
      height: crop.target.height,
      alpha: track.alpha,
      fullChroma: chromaKey !== undefined || (track.alpha && isShrunk(crop)),
      fullColour: output.fullColour === true && !chromaKey,
      ...(blur !== undefined && { blur }),
    });
    const Key = output.fullColour ? KeyedFrame : KeyedPlanes;
    this.key = chromaKey && new Key(chromaKey, crop.target, crop.target.width / crop.window.width);
  }

  /**
   * Opens the file.
   *
   * @param video the video of the clip.
   * @param placement the placement of the video on the output.
   * @param output the timeline of the clip.
   * @param blur sigma of a Gaussian blur in pixels of the output. The blur must be absent for a video with
   *   alpha or a chroma key.
   * @param openReader opens the file.
   * @returns undefined if the clip lies outside the output.
   * @throws {MediaError} if the file cannot be read.
   */
  static async open(
    video: VideoVisual,
    placement: Placement,
    output: ComposedTimeline,
    blur?: number,
    openReader: OpenReader = (location) => VideoReader.open(location),
  ): Promise<VideoSource | undefined> {
    const crop = cropSource(video.track.stored, placement, output, 2);
    return crop && new VideoSource(await openReader(video.track.location), video, { crop, blur }, output);
  }

  async at({ time }: Layer): Promise<LayerImage | undefined> {
    const { video, output } = this;
    const frame = await this.reader.frameAt(sourceMomentOf(video, time, output.rate));
    if (frame === this.decoded) return this.image;
    this.decoded = frame;
    this.freeScaled();
    this.scaled = frame && (await this.scaler.convert(frame));
    this.image = this.scaled && this.createImage(this.scaled);
    return this.image;
  }

  copyTo(output: VideoFrame): boolean {
    const { x, y, width, height } = this.crop.target;
    const isFullFrame = x === 0 && y === 0 && width === output.width && height === output.height;
    if (!this.scaled || !this.image?.coversFrame || !isFullFrame) return false;
    copyFrame(this.scaled, output);
    return true;
  }

  [Symbol.dispose](): void {
    this.freeScaled();
    this.staging[Symbol.dispose]();
    this.scaler[Symbol.dispose]();
    this.reader[Symbol.dispose]();
  }

  private freeScaled(): void {
    this.scaled?.free();
    this.scaled = undefined;
  }

  private createImage(frame: VideoFrame): LayerImage {
    const { visible, target } = this.crop;
    const isFullFrame = visible.width === this.output.width && visible.height === this.output.height;
    let planes: AlphaPlanes | undefined;
    const readPlanes = (): AlphaPlanes => (planes ??= this.toPlanes(this.staging.load(frame)));
    return {
      get planes() {
        return readPlanes();
      },
      x: target.x,
      y: target.y,
      area: visible,
      coversFrame: isFullFrame && !this.video.track.alpha && !this.key,
    };
  }

  private toPlanes(frame: FrameViews): AlphaPlanes {
    const planes = planesOf(frame);
    if (this.key instanceof KeyedPlanes) return this.key.read(planes);
    if (this.key) return toColours(this.key, planes);
    if (!planes.alpha) return planes;
    if (planes.fullColour) return { ...planes, chromaAlpha: planes.alpha };
    if (isShrunk(this.crop)) return halveChroma(planes, planes.alpha);
    return { ...planes, chromaAlpha: halveAlpha(planes, planes.alpha) };
  }
}

/** Keys a picture and returns it in full colour. */
function toColours(key: KeyedFrame, planes: Planes): AlphaPlanes {
  key.read(planes);
  return splitColours(keyedToRgba(key, new Uint8ClampedArray(4 * key.width * key.height)));
}

function isShrunk({ window, target }: SourceCrop): boolean {
  return target.width < window.width || target.height < window.height;
}

function toWindowFractions({ window }: SourceCrop, stored: PixelSize) {
  return {
    left: window.x / stored.width,
    top: window.y / stored.height,
    right: (window.x + window.width) / stored.width,
    bottom: (window.y + window.height) / stored.height,
  };
}

/** Averages the alpha of each block of 2x2 pixels, for blending chroma. */
function halveAlpha({ width, height }: Planes, alpha: Plane): Plane {
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
