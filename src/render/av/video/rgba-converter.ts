import type { Frame } from '../ffmpeg.ts';
import type { VideoTrack } from '../../media/media.ts';
import { requireValue } from '../check.ts';
import { TONE_MAP, TONE_MAP_WITH_ALPHA } from '../encode/transcode-video.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { TO_SRGB } from './convert-frame.ts';
import { TURN_FILTERS } from './frame-scaler.ts';

/** A rectangle in whole pixels. */
interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The size of a picture, and the placement of its content. */
export interface RgbaLayout {
  readonly width: number;
  readonly height: number;
  /** The part of the upright source to use, in its square pixels. */
  readonly crop: Rectangle;
  /** The place of this part in the picture. The rest is transparent. */
  readonly picture: Rectangle;
}

/** Converts the frames of a track to upright sRGB pictures with straight alpha. Close it with `using`. */
export class RgbaConverter implements Disposable {
  private readonly track: VideoTrack;
  private readonly layout: RgbaLayout;
  private chain: FilterChain | undefined;
  private parameters = '';

  constructor(track: VideoTrack, layout: RgbaLayout) {
    this.track = track;
    this.layout = layout;
  }

  /**
   * Converts a frame whose colour tags are complete.
   *
   * @returns a frame in the format RGBA, which the caller frees.
   * @throws {MediaError} if FFmpeg fails.
   */
  async convert(frame: Frame): Promise<Frame> {
    const parameters = videoInput(frame);
    if (!this.chain || parameters !== this.parameters) {
      this.chain?.[Symbol.dispose]();
      this.chain = new FilterChain('video', parameters, this.filtersFor(frame).join(','));
      this.parameters = parameters;
    }
    this.chain.push(frame);
    return requireValue(await this.chain.pull(), 'convert the frame');
  }

  [Symbol.dispose](): void {
    this.chain?.[Symbol.dispose]();
  }

  private filtersFor(frame: Frame): string[] {
    const { width, height, picture } = this.layout;
    const { turn, alpha, defects } = this.track;
    const toneMap = alpha ? [TONE_MAP_WITH_ALPHA] : ['format=yuv444p16le', TONE_MAP, 'format=yuv444p'];
    const scale = `scale=${picture.width}:${picture.height}:flags=lanczos+accurate_rnd`;
    // The colours are multiplied by the alpha while they are scaled, so that the colours of transparent pixels
    // do not show at the edges.
    const scaleFilters = alpha ? ['premultiply=inplace=1', scale, 'unpremultiply=inplace=1'] : [scale];
    const { left, top, ...crop } = this.cropOf(frame);
    return [
      ...(defects.includes('hdr') ? toneMap : []),
      `${TO_SRGB},format=${alpha ? 'gbrap' : 'gbrp'}`,
      ...TURN_FILTERS[turn],
      `crop=${crop.width}:${crop.height}:${left}:${top}`,
      ...(crop.width === picture.width && crop.height === picture.height ? [] : scaleFilters),
      'format=rgba',
      `pad=${width}:${height}:${picture.left}:${picture.top}:black@0`,
    ];
  }

  /** Returns the part of the upright frame to use, in its stored pixels. */
  private cropOf(frame: Frame): Rectangle {
    const { crop } = this.layout;
    const isSideways = TURN_FILTERS[this.track.turn].some((filter) => filter.startsWith('transpose'));
    const [width, height] = isSideways ? [frame.height, frame.width] : [frame.width, frame.height];
    const [x, y] = [width / this.track.width, height / this.track.height];
    const [left, top] = [Math.floor(crop.left * x), Math.floor(crop.top * y)];
    return {
      left,
      top,
      width: Math.min(width - left, Math.max(1, Math.round(crop.width * x))),
      height: Math.min(height - top, Math.max(1, Math.round(crop.height * y))),
    };
  }
}
