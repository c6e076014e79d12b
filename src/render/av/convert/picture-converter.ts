import type { AVPixelFormat, Frame } from '../ffmpeg.ts';
import { avGetPixFmtName } from '../ffmpeg.ts';
import type { VideoTrack } from '../../media/media.ts';
import { requireValue } from '../check.ts';
import { TONE_MAP, TONE_MAP_WITH_ALPHA } from '../encode/transcode-video.ts';
import { FilterChain, videoInput } from '../filter-chain.ts';
import { isComposedFormat } from '../video/colour-tags.ts';
import { kernelOption, TURN_FILTERS } from '../video/frame-scaler.ts';
import { EXACT_SCALE, isOdd } from '../video/full-chroma.ts';

/** A rectangle in whole pixels. */
interface Window {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The pictures of a rendition. */
export interface PictureShape {
  readonly width: number;
  readonly height: number;
  /** The part of the upright source to use, in its square pixels. */
  readonly crop: Window;
  /** The place of this part in the rendition. The rest is black, or transparent if there is alpha. */
  readonly picture: Window;
  /** FFmpeg's name of the pixel format, such as `yuv420p`. It has alpha if its name begins with `yuva`. */
  readonly pixelFormat: string;
  /** The colour matrix, by its name in zscale. */
  readonly matrix: '709' | '170m';
}

/**
 * The options of zscale that convert the matrix and the range as tagged. Primaries and transfer are treated
 * as BT.709, as in renders.
 */
const SAME_PRIMARIES = 'primariesin=709:primaries=709:transferin=709:transfer=709';
/** The formats in which tones are mapped. They may have odd sizes. */
const DEEP_CHROMA = ['format=yuv444p16le|gbrp16le|yuva444p16le|gbrap16le'];

/** Turns, crops, scales and converts the frames of a track to the pictures of a rendition. Close it with `using`. */
export class PictureConverter implements Disposable {
  private readonly track: VideoTrack;
  private readonly shape: PictureShape;
  private chain: FilterChain | undefined;
  private parameters = '';

  constructor(track: VideoTrack, shape: PictureShape) {
    this.track = track;
    this.shape = shape;
  }

  /**
   * Converts a frame whose colour tags are complete.
   *
   * @returns a frame that the caller frees. It may share its pixels with the given frame.
   * @throws {MediaError} if FFmpeg fails.
   */
  async convert(frame: Frame): Promise<Frame> {
    const parameters = videoInput(frame);
    if (parameters !== this.parameters) {
      this.chain?.[Symbol.dispose]();
      this.chain = this.isUnchanged(frame)
        ? undefined
        : new FilterChain('video', parameters, this.filtersFor(frame).join(','));
      this.parameters = parameters;
    }
    if (!this.chain) return requireValue(frame.clone(), 'share the frame');
    this.chain.push(frame);
    return requireValue(await this.chain.pull(), 'convert the frame');
  }

  [Symbol.dispose](): void {
    this.chain?.[Symbol.dispose]();
  }

  /** True if the frame already is the picture of the rendition. */
  private isUnchanged(frame: Frame): boolean {
    const { crop, picture, width, height, pixelFormat, matrix } = this.shape;
    return (
      this.track.turn === 'none' &&
      !this.track.defects.includes('hdr') &&
      isComposedFormat(frame) &&
      pixelFormat === 'yuv420p' &&
      matrix === '709' &&
      [crop, picture, this.track.stored, frame].every(
        (size) => size.width === width && size.height === height,
      )
    );
  }

  private filtersFor(frame: Frame): string[] {
    const { pixelFormat, matrix, picture } = this.shape;
    const { turn, alpha, defects } = this.track;
    const keepsAlpha = pixelFormat.startsWith('yuva');
    const cropped = this.cropOf(frame);
    // Each of several zimg threads would begin the alpha plane again.
    const threads = alpha ? ':threads=1' : '';
    // With alpha and halved chroma, Lanczos would colour single pixels at edges: see `FrameShape.fullChroma`.
    const kernel = pixelFormat === 'yuva420p' ? 'filter=bicubic' : kernelOption(cropped, picture);
    const size = `${picture.width}:${picture.height}:${kernel}`;
    return [
      ...TURN_FILTERS[turn],
      ...cropFilters(this.uprightSize(frame), cropped),
      // zimg rejects subsampled planes of odd sizes.
      ...(isOdd(cropped) && isSubsampled(frame) ? [EXACT_SCALE, `format=${fullChroma(keepsAlpha)}`] : []),
      // The tones are mapped after scaling, because mapping is slow and most renditions are smaller.
      ...(defects.includes('hdr')
        ? [`zscale=${size}${threads}`, ...DEEP_CHROMA, keepsAlpha ? TONE_MAP_WITH_ALPHA : TONE_MAP]
        : []),
      `zscale=${size}:matrix=${matrix}:range=limited:${SAME_PRIMARIES}${threads}`,
      ...this.paddingFilters(),
    ];
  }

  /** Returns filters that add the bars and convert to the pixel format. */
  private paddingFilters(): string[] {
    const { width, height, picture, pixelFormat } = this.shape;
    const keepsAlpha = pixelFormat.startsWith('yuva');
    const isPadded = picture.width !== width || picture.height !== height;
    const pad = `pad=${width}:${height}:${picture.left}:${picture.top}:black${keepsAlpha ? '@0' : ''}`;
    // The filters place subsampled planes at even pixels only.
    const isExact = [width, height, picture.left, picture.top, picture.width, picture.height].every(
      (length) => length % 2 === 0,
    );
    return [
      `format=${isExact || pixelFormat.includes('444') ? pixelFormat : fullChroma(keepsAlpha)}`,
      ...(isPadded ? [pad] : []),
      ...(isExact ? [] : [EXACT_SCALE, `format=${pixelFormat}`]),
    ];
  }

  private uprightSize({ width, height }: Frame): { readonly width: number; readonly height: number } {
    const isSideways = TURN_FILTERS[this.track.turn].some((filter) => filter.startsWith('transpose'));
    return isSideways ? { width: height, height: width } : { width, height };
  }

  /** Returns the part of the upright frame to use, in its stored pixels. */
  private cropOf(frame: Frame): Window {
    const { crop } = this.shape;
    const upright = this.uprightSize(frame);
    const [x, y] = [upright.width / this.track.width, upright.height / this.track.height];
    if (crop.width === this.track.width && crop.height === this.track.height)
      return { left: 0, top: 0, ...upright };
    const step = isSubsampled(frame) ? 2 : 1;
    const left = Math.floor((crop.left * x) / step) * step;
    const top = Math.floor((crop.top * y) / step) * step;
    const width = Math.max(step, Math.round((crop.width * x) / step) * step);
    const height = Math.max(step, Math.round((crop.height * y) / step) * step);
    return {
      left,
      top,
      width: Math.min(upright.width - left, width),
      height: Math.min(upright.height - top, height),
    };
  }
}

function cropFilters(
  { width, height }: { readonly width: number; readonly height: number },
  crop: Window,
): string[] {
  if (crop.width === width && crop.height === height) return [];
  return [`crop=${crop.width}:${crop.height}:${crop.left}:${crop.top}`];
}

/** Returns the names of pixel formats with a chroma sample for each pixel. */
function fullChroma(keepsAlpha: boolean): string {
  return keepsAlpha ? 'yuva444p' : 'yuv444p';
}

/** True if the frame has fewer chroma than luma samples. */
function isSubsampled(frame: Frame): boolean {
  // The type of `format` also allows sample formats, but a video frame always has a pixel format.
  const name = avGetPixFmtName(frame.format as AVPixelFormat) ?? '';
  return /42[02]|41[01]|440|^nv|^p[02]|^yuyv|^uyvy/.test(name);
}
