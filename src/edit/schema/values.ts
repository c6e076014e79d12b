import { EASING_CURVES } from '../../base/vocabulary/easing-curves.ts';

/**
 * The values that the contract allows. The schemas, the types and the renderer's tables all use these
 * constants.
 */

export const POSITIONS = [
  'top',
  'topRight',
  'right',
  'bottomRight',
  'bottom',
  'bottomLeft',
  'left',
  'topLeft',
  'center',
] as const;

/** The ways to fit a picture into its box that the public service has, too. */
const OLD_FITS = ['cover', 'contain', 'crop', 'none'] as const;

export const FITS = [...OLD_FITS, 'blur', 'follow'] as const;

/** The formats of the subtitle file beside an output. */
export const CAPTION_FORMATS = ['srt', 'vtt'] as const;

export const FILTERS = [
  'none',
  'blur',
  'boost',
  'contrast',
  'darken',
  'greyscale',
  'lighten',
  'muted',
  'negative',
] as const;

const EFFECT_NAMES = ['zoomIn', 'zoomOut', 'slideLeft', 'slideRight', 'slideUp', 'slideDown'] as const;

const TRANSITION_NAMES = [
  'fade',
  'reveal',
  'wipeLeft',
  'wipeRight',
  'slideLeft',
  'slideRight',
  'slideUp',
  'slideDown',
  'carouselLeft',
  'carouselRight',
  'carouselUp',
  'carouselDown',
  'shuffleTopRight',
  'shuffleRightTop',
  'shuffleRightBottom',
  'shuffleBottomRight',
  'shuffleBottomLeft',
  'shuffleLeftBottom',
  'shuffleLeftTop',
  'shuffleTopLeft',
] as const;

/** The 18 effects: six motions, each plain, slow and fast. */
export const EFFECTS = EFFECT_NAMES.flatMap(withSpeeds);

/** The 62 transitions: `none`, `zoom`, and twenty others that each have a plain, a slow and a fast form. */
export const TRANSITIONS = [...(['none', 'zoom'] as const), ...TRANSITION_NAMES.flatMap(withSpeeds)];

/** The transitions that Kinora adds (contract C55): the next clip pushes the one before away. */
export const PUSHES = (['pushLeft', 'pushRight', 'pushUp', 'pushDown'] as const).flatMap(withSpeeds);

function withSpeeds<Name extends string>(name: Name): [Name, `${Name}Slow`, `${Name}Fast`] {
  return [name, `${name}Slow`, `${name}Fast`];
}

export const INTERPOLATIONS = ['linear', 'bezier', 'constant'] as const;

// The type of the keys is that of the names.
export const EASINGS = Object.keys(EASING_CURVES) as (keyof typeof EASING_CURVES)[];

export const SOUNDTRACK_EFFECTS = ['fadeIn', 'fadeOut', 'fadeInFadeOut'] as const;
export const VOLUME_EFFECTS = ['none', ...SOUNDTRACK_EFFECTS] as const;

export const FORMATS = ['mp4', 'gif', 'mp3', 'jpg', 'png', 'bmp'] as const;

/** The formats that Kinora adds (contract C55). */
export const ADDED_FORMATS = ['m4a', 'wav', 'webm', 'mov', 'zip', 'hls'] as const;

/** The formats that have only sound. */
export const SOUND_FORMATS = ['mp3', 'm4a', 'wav'] as const;

/** The formats of the images in a zip. */
export const SEQUENCE_FORMATS = ['png', 'jpg'] as const;

/** The formats of videos, with the codecs that their pictures can have. The first codec is the default. */
export const VIDEO_CODECS = {
  mp4: ['h264', 'hevc', 'av1'],
  webm: ['vp9', 'av1'],
  mov: ['prores422', 'prores4444'],
} as const;

/** All codecs of pictures. */
export const CODECS = ['h264', 'hevc', 'vp9', 'av1', 'prores422', 'prores4444'] as const;
export const RESOLUTIONS = ['preview', 'mobile', 'sd', 'hd', '1080', '4k'] as const;
export const ASPECT_RATIOS = ['16:9', '9:16', '1:1', '4:5', '4:3'] as const;
export const FRAME_RATES = [12, 15, 23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60] as const;
export const QUALITIES = ['verylow', 'low', 'medium', 'high', 'veryhigh'] as const;
