/** The file formats of renditions: the extensions of their files. */
export const RENDITION_FORMATS = [
  'mp4',
  'webm',
  'mov',
  'avi',
  'mkv',
  'ogv',
  'wmv',
  'avif',
  'gif',
  'mp3',
  'wav',
  'jpg',
  'png',
  'webp',
  'tif',
] as const;
/** One of {@link RENDITION_FORMATS}. */
export type RenditionFormat = (typeof RENDITION_FORMATS)[number];

/** The presets of `enhance.audio`, by the names of the documented provider (contract C52). */
export const ENHANCE_PRESETS = [
  'conference',
  'interview',
  'lecture',
  'meeting',
  'mobile_phone',
  'music',
  'podcast',
  'studio',
  'voice_over',
] as const;
/** One of {@link ENHANCE_PRESETS}. */
export type EnhancePreset = (typeof ENHANCE_PRESETS)[number];
