import type { Source } from '../../edit/model.ts';

/** What is in a file: a picture that is still, moves by itself or is drawn, tracks of picture and sound, letters, or subtitles. */
export interface MediaContent {
  readonly kind: 'still' | 'animation' | 'vector' | 'av' | 'font' | 'subtitles';
  readonly video?: unknown;
  readonly audio?: unknown;
}

const CAPTIONS = 'captions need a subtitle file (SRT, VTT or TTML)';

const NEEDS: Readonly<Record<Source['kind'], string>> = {
  video: 'the asset needs a video',
  image: 'the asset needs an image',
  audio: 'the asset needs an audio file',
  luma: 'a luma matte needs an image of pixels, such as a PNG, or a video',
  caption: CAPTIONS,
  'rich-caption': 'captions need a subtitle file (SRT, VTT or TTML), or a sound or video with speech',
  soundtrack: 'the asset needs an audio file',
  font: 'a font is needed',
};

/** What one calls what is not made of tracks. */
const PICTURES: Readonly<Partial<Record<MediaContent['kind'], string>>> = {
  still: 'an image',
  animation: 'an animated image',
  vector: 'an SVG drawing',
};

/** What is no picture and no sound, and for which assets it is. */
const OTHER_KINDS: Readonly<
  Partial<Record<MediaContent['kind'], { readonly name: string; readonly of: readonly Source['kind'][] }>>
> = {
  font: { name: 'a font', of: ['font'] },
  subtitles: { name: 'a subtitle file', of: ['caption', 'rich-caption'] },
};

/** Why a file is not what an asset needs, whatever its name (contract C31): a phrase; undefined when it is. */
export function explainMismatch(needed: Source['kind'], content: MediaContent): string | undefined {
  const other = OTHER_KINDS[content.kind];
  const wrong = other ? !other.of.includes(needed) && other.name : nameWrongMedia(needed, content);
  if (!wrong) return undefined;
  const canTranscribe = needed === 'caption' && content.audio !== undefined;
  return `is ${wrong}, but ${NEEDS[needed]}${canTranscribe ? TRANSCRIPTION_HINT : ''}`;
}

/** What makes captions of a sound instead. */
const TRANSCRIPTION_HINT =
  ', or alias://NAME of a clip with that sound; of a sound itself, a rich-caption makes captions';

function nameWrongMedia(needed: Source['kind'], { kind, video, audio }: MediaContent): string | false {
  const picture = PICTURES[kind];
  const notVisual = picture ?? (!video && 'a sound without a picture');
  const notAudible = picture ?? (!audio && 'a video without sound');
  const tracks = picture ?? (video ? 'a video' : 'a sound');
  return {
    video: kind !== 'animation' && notVisual,
    image: kind === 'av' && tracks,
    audio: notAudible,
    luma: kind !== 'still' && kind !== 'animation' && notVisual,
    caption: tracks,
    'rich-caption': notAudible,
    soundtrack: notAudible,
    font: tracks,
  }[needed];
}
