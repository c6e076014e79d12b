import type { Source } from '../../edit/index.ts';

/** What is in a file: a picture that is still, moves by itself or is drawn, tracks of picture and sound, letters, or subtitles. */
export interface Content {
  readonly kind: 'still' | 'animation' | 'vector' | 'av' | 'font' | 'subtitles';
  readonly video?: unknown;
  readonly audio?: unknown;
}

const WANTED: Readonly<Record<Source['kind'], string>> = {
  video: 'the asset needs a video',
  image: 'the asset needs an image',
  audio: 'the asset needs an audio file',
  luma: 'a luma matte needs an image of pixels, such as a PNG, or a video',
  caption: 'captions need a subtitle file (SRT, VTT or TTML)',
  'rich-caption': 'captions need a subtitle file (SRT, VTT or TTML), or a sound or video with speech',
  soundtrack: 'the asset needs an audio file',
  font: 'a font is needed',
};

/** What one calls what is not made of tracks. */
const PICTURES: Readonly<Partial<Record<Content['kind'], string>>> = {
  still: 'an image',
  animation: 'an animated image',
  vector: 'an SVG drawing',
};

/** Why a file is not what an asset needs, whatever its name (contract C31): a phrase; undefined when it is. */
export function unsuitable(needed: Source['kind'], { kind, video, audio }: Content): string | undefined {
  if (kind === 'font') return needed === 'font' ? undefined : `is a font, but ${WANTED[needed]}`;
  if (kind === 'subtitles') return isCaption(needed) ? undefined : `is a subtitle file, but ${WANTED[needed]}`;
  const picture = PICTURES[kind];
  const seen = picture ?? (!video && 'a sound without a picture');
  const heard = picture ?? (!audio && 'a video without sound');
  const tracks = picture ?? (video ? 'a video' : 'a sound');
  const wrong = {
    video: kind !== 'animation' && seen,
    image: kind === 'av' && tracks,
    audio: heard,
    luma: kind !== 'still' && kind !== 'animation' && seen,
    soundtrack: heard,
    caption: tracks,
    'rich-caption': heard,
    font: tracks,
  }[needed];
  return wrong ? `is ${wrong}, but ${WANTED[needed]}` : undefined;
}

function isCaption(needed: Source['kind']): boolean {
  return needed === 'caption' || needed === 'rich-caption';
}
