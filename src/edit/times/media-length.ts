import type { Asset } from '../schema/clip.ts';
import { type MediaLength, STILL_LENGTH } from './resolve-times.ts';

/** The types of assets whose length depends on their media. */
const TYPES_WITH_MEDIA_LENGTH: readonly Asset['type'][] = [
  'video',
  'audio',
  'luma',
  'caption',
  'rich-caption',
  'image-to-video',
  'text-to-speech',
];

/** Returns the value of `length: auto` for a clip if that value is known without the media. */
export const lengthWithoutMedia: MediaLength = ({ clip }) =>
  TYPES_WITH_MEDIA_LENGTH.includes(clip.asset.type) ? undefined : STILL_LENGTH;
