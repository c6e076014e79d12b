import { isSoundFormat } from './sound-format.ts';
import { isVideoFormat } from './video-format.ts';
import type { Output } from '../schema/output.ts';

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
