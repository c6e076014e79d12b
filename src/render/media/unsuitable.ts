import type { Source } from '../../edit/index.ts';

/** What is in a file: a still picture, tracks of picture and sound, or letters. */
export interface Content {
  readonly kind: 'still' | 'av' | 'font';
  readonly video?: unknown;
  readonly audio?: unknown;
}

const WANTED: Readonly<Record<Source['kind'], string>> = {
  video: 'the asset needs a video',
  image: 'the asset needs an image',
  audio: 'the asset needs an audio file',
  luma: 'the asset needs an image or a video',
  soundtrack: 'the asset needs an audio file',
  font: 'a font is needed',
};

/** Why a file is not what an asset needs, whatever its name (contract C31): a phrase; undefined when it is. */
export function unsuitable(needed: Source['kind'], { kind, video, audio }: Content): string | undefined {
  if (kind === 'font') return needed === 'font' ? undefined : `is a font, but ${WANTED[needed]}`;
  const sound = kind === 'still' ? 'an image' : !audio && 'a video without sound';
  const wrong = {
    video: kind === 'still' ? 'an image' : !video && 'a sound without a picture',
    image: kind === 'av' && (video ? 'a video' : 'a sound'),
    audio: sound,
    luma: kind === 'av' && !video && 'a sound without a picture',
    soundtrack: sound,
    font: kind === 'still' ? 'an image' : video ? 'a video' : 'a sound',
  }[needed];
  return wrong ? `is ${wrong}, but ${WANTED[needed]}` : undefined;
}
