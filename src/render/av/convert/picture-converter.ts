import type { AVPixelFormat, Frame } from '../ffmpeg.ts';
import { avGetPixFmtName } from '../ffmpeg.ts';
import { TONE_MAP, TONE_MAP_WITH_ALPHA } from '../encode/transcode-video.ts';
import { isComposedFormat } from '../video/colour-tags.ts';
import { kernelOption, TURN_FILTERS } from '../video/frame-scaler.ts';
import { EXACT_SCALE, isOdd } from '../video/full-chroma.ts';
import { type PictureLayout, type Rectangle, TrackConverter } from '../video/track-converter.ts';

/** The pictures of a rendition. */
export interface PictureShape extends PictureLayout {
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

/** Converts the frames of a track to the pictures of a rendition. Close it with `using`. */
export class PictureConverter extends TrackConverter<PictureShape> {
  /** True if the frame already is the picture of the rendition. */
  private isUnchanged(frame: Frame): boolean {
    const { crop, picture, width, height, pixelFormat, matrix } = this.layout;
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

  protected filtersFor(frame: Frame): string[] | undefined {
    if (this.isUnchanged(frame)) return undefined;
    const { pixelFormat, matrix, picture } = this.layout;
    const { turn, alpha, defects } = this.track;
    const keepsAlpha = pixelFormat.startsWith('yuva');
    const cropped = this.cropOf(frame, isSubsampled(frame) ? 2 : 1);
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
    const { width, height, picture, pixelFormat } = this.layout;
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
}

function cropFilters(
  { width, height }: { readonly width: number; readonly height: number },
  crop: Rectangle,
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
