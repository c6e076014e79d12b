import type { Asset } from '../schema/asset.ts';
import { type MediaLength, STILL_LENGTH } from './resolve-times.ts';

/** The types of assets whose length only their media know. */
const TYPES_WITH_MEDIA_LENGTH: readonly Asset['type'][] = [
  'video',
  'audio',
  'luma',
  'caption',
  'rich-caption',
  'image-to-video',
  'text-to-speech',
];

/** What `length: auto` is for a clip as far as it is known without a look at any media. */
export const lengthWithoutMedia: MediaLength = ({ clip }) =>
  TYPES_WITH_MEDIA_LENGTH.includes(clip.asset.type) ? undefined : STILL_LENGTH;
