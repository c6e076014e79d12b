import type { Frame } from '../ffmpeg.ts';
import { TONE_MAP, TONE_MAP_WITH_ALPHA } from '../encode/transcode-video.ts';
import { TO_SRGB } from './convert-frame.ts';
import { TURN_FILTERS } from './frame-scaler.ts';
import { type PictureLayout, TrackConverter } from './track-converter.ts';

/** Converts the frames of a track to upright sRGB pictures with straight alpha. Close it with `using`. */
export class RgbaConverter extends TrackConverter<PictureLayout> {
  protected filtersFor(frame: Frame): string[] {
    const { width, height, picture } = this.layout;
    const { turn, alpha, defects } = this.track;
    const toneMap = alpha ? [TONE_MAP_WITH_ALPHA] : ['format=yuv444p16le', TONE_MAP, 'format=yuv444p'];
    const scale = `scale=${picture.width}:${picture.height}:flags=lanczos+accurate_rnd`;
    // The colours are multiplied by the alpha while they are scaled, so that the colours of transparent pixels
    // do not show at the edges.
    const scaleFilters = alpha ? ['premultiply=inplace=1', scale, 'unpremultiply=inplace=1'] : [scale];
    const { left, top, ...crop } = this.cropOf(frame, 1);
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
}
