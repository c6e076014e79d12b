import type { Output } from '../schema/output.ts';

type Format = Pick<Output, 'format'>;

/** Whether the file of an output shows anything. */
export function hasPictures({ format }: Format): boolean {
  return format !== 'mp3';
}

/** Whether anything of the timeline is to be seen: on the output, or on a still beside it. */
export function needsPictures(output: Output): boolean {
  return hasPictures(output) || output.poster !== undefined || output.thumbnail !== undefined;
}

/** Whether the file of an output can have a sound. */
export function canHaveSound({ format }: Format): boolean {
  return format === 'mp4' || format === 'mp3';
}

/** Whether the file of an output is one picture, and so has no length. */
export function isStill({ format }: Format): boolean {
  return format === 'jpg' || format === 'png' || format === 'bmp';
}
