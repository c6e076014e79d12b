/** The documented avatars of D-ID. */
export const D_ID_AVATARS: readonly string[] = ['jack', 'lana', 'lily', 'matt', 'rian'];

/** The documented models of OpenAI. */
export const OPENAI_MODELS: readonly string[] = ['gpt-3.5-turbo', 'gpt-4'];

/** The engine of Stability AI for requests that name none. */
export const DEFAULT_STABILITY_ENGINE = 'stable-diffusion-xl-1024-v1-0';

/** The documented engines of Stability AI. */
export const STABILITY_ENGINES: readonly string[] = [
  'stable-diffusion-xl-1024-v0-9',
  DEFAULT_STABILITY_ENGINE,
  'stable-diffusion-v1-6',
  'stable-diffusion-512-v2-1',
  'stable-diffusion-xl-beta-v2-2-2',
];

/** The style presets of Stability AI. */
export const STABILITY_STYLE_PRESETS = [
  '3d-model',
  'analog-film',
  'anime',
  'cinematic',
  'comic-book',
  'digital-art',
  'enhance',
  'fantasy-art',
  'isometric',
  'line-art',
  'low-poly',
  'modeling-compound',
  'neon-punk',
  'origami',
  'photographic',
  'pixel-art',
  'tile-texture',
] as const;
