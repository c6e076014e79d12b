import { type CODECS, VIDEO_CODECS } from '../schema/values.ts';
import { isVideoFormat } from './video-format.ts';
import type { Output } from '../schema/output.ts';

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
