/** The documented avatars of D-ID. */
export const D_ID_AVATARS: readonly string[] = ['jack', 'lana', 'lily', 'matt', 'rian'];

/** The documented models of OpenAI. */
export const OPENAI_MODELS: readonly string[] = ['gpt-3.5-turbo', 'gpt-4'];

/** The engine of Stability AI for requests that name none. */
const DEFAULT_STABILITY_ENGINE = 'stable-diffusion-xl-1024-v1-0';

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

/** Names that an operator has added to the documented ones of a service. */
export interface AddedNames {
  /** Models or engines. */
  readonly models: readonly string[];
  readonly voices: readonly string[];
  readonly avatars: readonly string[];
}

/** The defaults of videos from images. */
export const VIDEO_DEFAULTS = { guidanceScale: 1.8, motion: 127 };

/** The defaults of images from stability-ai. The seed 0 is a random one. */
export const STABILITY_DEFAULTS = {
  engine: DEFAULT_STABILITY_ENGINE,
  steps: 30,
  seed: 0,
  cfgScale: 7,
};

/** The defaults of videos from heygen. */
export const HEYGEN_DEFAULTS = {
  avatarStyle: 'normal',
  background: '#ffffff',
  ratio: '16:9',
  test: false,
} as const;
