import { VIDEO_CODECS } from '../schema/values.ts';

/** The format of a video. */
export type VideoFormat = keyof typeof VIDEO_CODECS;

/** True if a value is the name of a format that stores videos. */
export function isVideoFormat(format: unknown): format is VideoFormat {
  return typeof format === 'string' && Object.hasOwn(VIDEO_CODECS, format);
}
