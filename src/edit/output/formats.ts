import { SOUND_FORMATS, VIDEO_CODECS } from '../schema/values.ts';

/** The format of a video. */
export type VideoFormat = keyof typeof VIDEO_CODECS;

/** True if a value is the name of a format that stores videos. */
export function isVideoFormat(format: unknown): format is VideoFormat {
  return typeof format === 'string' && Object.hasOwn(VIDEO_CODECS, format);
}

/** True if a value is the name of a format that has only sound. */
export function isSoundFormat(format: unknown): format is (typeof SOUND_FORMATS)[number] {
  return SOUND_FORMATS.some((sound) => sound === format);
}

/** The formats whose names begin with the sound of a vowel. */
const WITH_AN: readonly string[] = ['mp4', 'mp3', 'm4a', 'hls'];

/** Returns the name of a format with its article, for a message: `an mp4`, `a webm`. */
export function nameFormat(format: string): string {
  return `${WITH_AN.includes(format) ? 'an' : 'a'} ${format}`;
}
