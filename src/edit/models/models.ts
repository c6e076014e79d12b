import type { GenerationModel, ModelType } from './generation-model.ts';
import {
  anyFilmOptions,
  CameraOptions,
  ElevenLabsOptions,
  filmOptions,
  ImageModelOptions,
  MusicModelOptions,
  PollyOptions,
  SpeechModelOptions,
  startedFilmOptions,
} from './model-options.ts';

const ANY_SECONDS = { min: 1, max: 30 };
const SEEDANCE_2_SECONDS = { min: 4, max: 15 };
const SEEDANCE_2_5_SECONDS = { min: 4, max: 30 };
const MUSIC_SECONDS = { min: 3, max: 600 };

const PUBLIC_NAME = 'A name of the public service.';
const IMAGE = { type: 'image', work: 'text-to-image', options: ImageModelOptions } as const;
const VIDEO = {
  type: 'video',
  work: 'text-to-video',
  options: anyFilmOptions(ANY_SECONDS),
  seconds: ANY_SECONDS,
} as const;
const FILM = { type: 'video', work: 'text-to-video' } as const;
const STARTED_FILM = { type: 'video', work: 'image-to-video' } as const;
const SPEECH = { type: 'audio', work: 'text-to-speech' } as const;
const MUSIC = {
  type: 'audio',
  work: 'text-to-music',
  options: MusicModelOptions,
  seconds: MUSIC_SECONDS,
} as const;

const FILM_BY_CHOICE = `${PUBLIC_NAME} The account's service for films makes the video from the prompt.`;
const STARTED_BY_CHOICE = `${PUBLIC_NAME} The account's service for films moves the start image. Without one, a camera of Kinora moves over it.`;

/**
 * All models. The first of each type is the default. A model of the public service is served by what the account has:
 * its services, or Kinora itself.
 */
export const MODELS: readonly GenerationModel[] = [
  {
    ...IMAGE,
    model: 'kinora-image',
    name: 'Image',
    description: "An image by the account's service for images.",
  },
  {
    ...IMAGE,
    model: 'openai-image',
    name: 'Image by OpenAI',
    description: 'An image by OpenAI.',
    service: 'openai',
  },
  {
    ...IMAGE,
    model: 'stability-image',
    name: 'Image by Stability AI',
    description: 'An image by Stability AI.',
    service: 'stability-ai',
  },
  { ...IMAGE, model: 'fal-image', name: 'Image by fal', description: 'An image by fal.', service: 'fal' },
  {
    ...IMAGE,
    model: 'replicate-image',
    name: 'Image by Replicate',
    description: 'An image by Replicate.',
    service: 'replicate',
  },
  {
    ...IMAGE,
    model: 'nano-banana-2',
    name: 'Nano Banana 2',
    description: `${PUBLIC_NAME} The account's service for images makes the image.`,
  },
  {
    ...IMAGE,
    model: 'flux-schnell',
    name: 'FLUX schnell',
    description: `${PUBLIC_NAME} The account's service for images makes the image.`,
  },
  {
    ...VIDEO,
    model: 'kinora-video',
    name: 'Video',
    description:
      "A video by the account's service for films, from the prompt, or from a start image. Without a service, a camera of Kinora moves over the start image.",
  },
  {
    ...STARTED_FILM,
    model: 'kinora-camera',
    name: 'Camera motion',
    description:
      'A camera moves over a still image, on this server and without a service. It understands camera moves in the prompt, such as "zoom out" or "pan left".',
    options: CameraOptions,
  },
  { ...VIDEO, model: 'fal-video', name: 'Video by fal', description: 'A video by fal.', service: 'fal' },
  {
    ...VIDEO,
    model: 'replicate-video',
    name: 'Video by Replicate',
    description: 'A video by Replicate.',
    service: 'replicate',
  },
  {
    ...FILM,
    model: 'seedance-2.0-text-to-video',
    name: 'Seedance 2.0, from words',
    description: FILM_BY_CHOICE,
    options: filmOptions(SEEDANCE_2_SECONDS),
    seconds: SEEDANCE_2_SECONDS,
  },
  {
    ...STARTED_FILM,
    model: 'seedance-2.0-image-to-video',
    name: 'Seedance 2.0, from an image',
    description: STARTED_BY_CHOICE,
    options: startedFilmOptions(SEEDANCE_2_SECONDS),
    seconds: SEEDANCE_2_SECONDS,
  },
  {
    ...FILM,
    model: 'seedance-2.5-text-to-video',
    name: 'Seedance 2.5, from words',
    description: FILM_BY_CHOICE,
    options: filmOptions(SEEDANCE_2_5_SECONDS),
    seconds: SEEDANCE_2_5_SECONDS,
  },
  {
    ...STARTED_FILM,
    model: 'seedance-2.5-image-to-video',
    name: 'Seedance 2.5, from an image',
    description: STARTED_BY_CHOICE,
    options: startedFilmOptions(SEEDANCE_2_5_SECONDS),
    seconds: SEEDANCE_2_5_SECONDS,
  },
  {
    ...SPEECH,
    model: 'kinora-speech',
    name: 'Speech',
    description: 'Reads the prompt aloud with a voice of this server, or with a voice of ElevenLabs.',
    options: SpeechModelOptions,
  },
  {
    ...SPEECH,
    model: 'polly-neural',
    name: 'Polly neural',
    description: `${PUBLIC_NAME} The built-in voice of the same name reads the prompt aloud.`,
    options: PollyOptions,
  },
  {
    ...SPEECH,
    model: 'elevenlabs-tts',
    name: 'ElevenLabs',
    description: `${PUBLIC_NAME} ElevenLabs reads the prompt aloud. Without that service, a built-in voice does.`,
    options: ElevenLabsOptions,
  },
  {
    ...SPEECH,
    model: 'elevenlabs-multilingual-v2',
    name: 'ElevenLabs Multilingual v2',
    description: `${PUBLIC_NAME} ElevenLabs reads the prompt aloud. Without that service, a built-in voice does.`,
    options: ElevenLabsOptions,
  },
  {
    ...MUSIC,
    model: 'kinora-music',
    name: 'Music',
    description: "Music by the account's service for music.",
  },
  {
    ...MUSIC,
    model: 'elevenlabs-music',
    name: 'ElevenLabs Music',
    description: 'Music by ElevenLabs. A prompt that names a band or quotes a lyric fails.',
    service: 'elevenlabs',
  },
];

/** Returns the model with a name. */
export function findModel(name: string): GenerationModel | undefined {
  return MODELS.find(({ model }) => model === name);
}

/**
 * Returns the model of an asset: the one that it names, or the default of its type.
 *
 * @returns undefined if there is no such model.
 */
export function modelOf(type: ModelType, name: string | undefined): GenerationModel | undefined {
  return name === undefined ? MODELS.find((model) => model.type === type) : findModel(name);
}

/** Lists the models of a type. */
export function listModels(type: ModelType): GenerationModel[] {
  return MODELS.filter((model) => model.type === type);
}
