import { isSoundFormat, isVideoFormat } from './formats.ts';
import type { Output } from '../schema/output.ts';
import { type CODECS, VIDEO_CODECS } from '../schema/values.ts';

type Format = Pick<Output, 'format'>;

/** True if the output file has pictures. */
export function hasPictures({ format }: Format): boolean {
  return !isSoundFormat(format);
}

/** True if pictures must be rendered, for the output, its poster or its thumbnail. */
export function needsPictures(output: Output): boolean {
  return hasPictures(output) || output.poster !== undefined || output.thumbnail !== undefined;
}

/** True if the output file can have sound. */
export function canHaveSound({ format }: Format): boolean {
  return isVideoFormat(format) || format === 'hls' || format === 'zip' || isSoundFormat(format);
}

/** True if the output stores its pictures as still images, which have the colour of every pixel. */
export function storesStills(output: Format): boolean {
  return isStill(output) || output.format === 'zip';
}

/** True if the output is a single picture without a duration. */
export function isStill({ format }: Format): boolean {
  return format === 'jpg' || format === 'png' || format === 'bmp';
}

/** True if the pictures of an output show its captions. Otherwise they are only in a file beside it. */
export function burnsCaptions({ captions }: Pick<Output, 'captions'>): boolean {
  return captions?.burn ?? true;
}

/** The codec of the pictures of a video. */
export type VideoCodec = (typeof CODECS)[number];

/** Returns the codec of an output's pictures. Undefined if the output is not a video. */
export function codecOf({ format, codec }: Pick<Output, 'format' | 'codec'>): VideoCodec | undefined {
  return isVideoFormat(format) ? (codec ?? VIDEO_CODECS[format][0]) : undefined;
}

/** True if the file of an output can store transparent pixels. */
export function canBeTransparent(output: Pick<Output, 'format' | 'codec'>): boolean {
  const codec = codecOf(output);
  if (codec !== undefined) return codec === 'vp9' || codec === 'prores4444';
  return output.format === 'png' || output.format === 'gif';
}
