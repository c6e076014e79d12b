import type { Source } from '../../edit/model.ts';

/** The content of a file: its kind, and its video and audio tracks, if any. */
export interface MediaContent {
  readonly kind: 'still' | 'animation' | 'vector' | 'lottie' | 'lut' | 'av' | 'font' | 'subtitles';
  readonly video?: unknown;
  readonly audio?: unknown;
}

const CAPTIONS = 'captions need a subtitle file (SRT, VTT or TTML)';

/** The second half of the message: the requirement of each kind of source. */
const NEEDS: Readonly<Record<Source['kind'], string>> = {
  video: 'the asset needs a video',
  image: 'the asset needs an image',
  audio: 'the asset needs an audio file',
  luma: 'a luma matte needs a bitmap image, such as a PNG, or a video',
  lottie: 'the asset needs a Lottie animation (JSON)',
  caption: CAPTIONS,
  'rich-caption': 'captions need a subtitle file (SRT, VTT or TTML), or an audio or video file with speech',
  soundtrack: 'the asset needs an audio file',
  font: 'a font is needed',
  lut: 'the filter needs a lookup table (.cube)',
  wipe: 'the transition needs a bitmap image, such as a PNG',
};

/** The names of the kinds of images in messages. */
const PICTURES: Readonly<Partial<Record<MediaContent['kind'], string>>> = {
  still: 'an image',
  animation: 'an animated image',
  vector: 'an SVG drawing',
};

/** The names of the other kinds of files in messages, with the kinds of sources that need such files. */
const OTHER_KINDS: Readonly<
  Partial<Record<MediaContent['kind'], { readonly name: string; readonly of: readonly Source['kind'][] }>>
> = {
  font: { name: 'a font', of: ['font'] },
  lottie: { name: 'a Lottie animation', of: ['lottie'] },
  lut: { name: 'a lookup table', of: ['lut'] },
  subtitles: { name: 'a subtitle file', of: ['caption', 'rich-caption'] },
};

/**
 * Explains why an asset cannot use a file. Only the content of the file counts, not its name (contract C31).
 *
 * @returns a phrase that follows the name of the file, or undefined if the content is suitable.
 */
export function explainMismatch(needed: Source['kind'], content: MediaContent): string | undefined {
  const other = OTHER_KINDS[content.kind];
  const wrong = other ? !other.of.includes(needed) && other.name : nameWrongMedia(needed, content);
  if (!wrong) return undefined;
  const canTranscribe = needed === 'caption' && content.audio !== undefined;
  return `is ${wrong}, but ${NEEDS[needed]}${canTranscribe ? TRANSCRIPTION_HINT : ''}`;
}

/** The advice for captions from a sound. */
const TRANSCRIPTION_HINT =
  '. To caption speech, set src to alias://NAME of a clip that plays it, or use a rich-caption asset';

function nameWrongMedia(needed: Source['kind'], { kind, video, audio }: MediaContent): string | false {
  const picture = PICTURES[kind];
  const notVisual = picture ?? (!video && 'audio only');
  const notAudible = picture ?? (!audio && 'a video without sound');
  const tracks = picture ?? (video ? 'a video' : 'an audio file');
  return {
    video: kind !== 'animation' && notVisual,
    image: kind === 'av' && tracks,
    audio: notAudible,
    luma: kind !== 'still' && kind !== 'animation' && notVisual,
    lottie: tracks,
    caption: tracks,
    'rich-caption': notAudible,
    soundtrack: notAudible,
    font: tracks,
    lut: tracks,
    wipe: kind !== 'still' && tracks,
  }[needed];
}
