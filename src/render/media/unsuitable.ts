import type { Source } from '../../edit/index.ts';

/** What is in a file: a still picture, or tracks of picture and sound. */
export interface Content {
  readonly kind: 'still' | 'av';
  readonly video?: unknown;
  readonly audio?: unknown;
}

const WANTED: Readonly<Record<Source['kind'], string>> = {
  video: 'a video',
  image: 'an image',
  audio: 'an audio file',
  luma: 'an image or a video',
  soundtrack: 'an audio file',
};

/** Why a file is not what an asset needs, whatever its name (contract C31): a phrase; undefined when it is. */
export function unsuitable(needed: Source['kind'], { kind, video, audio }: Content): string | undefined {
  const sound = kind === 'still' ? 'an image' : !audio && 'a video without sound';
  const wrong = {
    video: kind === 'still' ? 'an image' : !video && 'a sound without a picture',
    image: kind === 'av' && (video ? 'a video' : 'a sound'),
    audio: sound,
    luma: kind === 'av' && !video && 'a sound without a picture',
    soundtrack: sound,
  }[needed];
  return wrong ? `is ${wrong}, but the asset needs ${WANTED[needed]}` : undefined;
}
