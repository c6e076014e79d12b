import type { PictureCodec } from '../../av/convert/picture-codecs.ts';
import type { SoundCodec } from '../../av/convert/sound-codecs.ts';

/** The levels of a codec at the qualities of {@link LISTED_QUALITIES}. Between two qualities, the level is linear. */
type Levels = readonly [number, number, number, number, number];

/** The qualities for which a level is listed. */
export const LISTED_QUALITIES = [1, 25, 50, 75, 100] as const;

/** The quality of a rendition that does not specify one: a difference is hard to see or hear. */
const DEFAULT_QUALITY = 75;

/** The scale of a codec, and its levels. */
interface Scale {
  /** The scale, for the docs. */
  readonly name: string;
  readonly levels: Levels;
}

/** The levels of the pictures. */
export const PICTURE_LEVELS: Readonly<Record<PictureCodec, Scale>> = {
  h264: { name: 'CRF', levels: [46, 35, 28, 21, 10] },
  vp9: { name: 'CRF', levels: [60, 48, 40, 31, 12] },
  'vp9 with alpha': { name: 'CRF', levels: [60, 48, 40, 31, 12] },
  prores: { name: 'quantizer', levels: [32, 16, 9, 4, 1] },
  mpeg4: { name: 'quantizer', levels: [31, 16, 9, 5, 1] },
  theora: { name: 'quality', levels: [0, 3, 5, 7, 10] },
  wmv2: { name: 'quantizer', levels: [31, 16, 9, 5, 1] },
};

/** The levels of the sound. A bit rate is that of stereo. PCM has no levels. */
export const SOUND_LEVELS: Readonly<Record<Exclude<SoundCodec, 'pcm'>, Scale>> = {
  aac: { name: 'kbit/s', levels: [64, 96, 128, 160, 320] },
  opus: { name: 'kbit/s', levels: [32, 64, 96, 128, 256] },
  vorbis: { name: 'quality', levels: [0, 2, 4, 5, 9] },
  mp3: { name: 'kbit/s', levels: [64, 96, 128, 192, 320] },
  wma: { name: 'kbit/s', levels: [64, 96, 128, 160, 192] },
};

/** Returns the level of the pictures at a quality. @param quality from 1 to 100. */
export function pictureLevel(codec: PictureCodec, quality = DEFAULT_QUALITY): number {
  return levelAt(PICTURE_LEVELS[codec].levels, quality);
}

/** Returns the level of the sound at a quality. @param quality from 1 to 100. */
export function soundLevel(codec: SoundCodec, quality = DEFAULT_QUALITY): number {
  return codec === 'pcm' ? 0 : levelAt(SOUND_LEVELS[codec].levels, quality);
}

function levelAt(levels: Levels, quality: number): number {
  const next = Math.max(
    1,
    LISTED_QUALITIES.findIndex((listed) => listed >= quality),
  );
  const [low, high] = [LISTED_QUALITIES[next - 1] ?? 1, LISTED_QUALITIES[next] ?? 100];
  const [from, to] = [levels[next - 1] ?? 0, levels[next] ?? 0];
  return from + ((to - from) * (quality - low)) / (high - low);
}
