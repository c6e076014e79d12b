import type { z } from 'zod';
import { BUILT_IN_NAMES, type GenerationOptions, type GenerationType, type ProviderName } from './model.ts';
import {
  builtInImage,
  builtInSpeech,
  builtInText,
  builtInVideo,
  dIdAvatar,
  elevenLabsSpeech,
  heyGenAvatar,
  openAiText,
  stabilityImage,
  type ToName,
} from './option-schemas.ts';

/** A provider and a type of media that it can generate. */
export interface CreatePair {
  /** The names of the provider. */
  readonly providers: readonly ProviderName[];
  readonly type: GenerationType;
  /** The name of the request in the OpenAPI document. */
  readonly id: string;
  readonly description: string;
  /** Makes the schema of the options. */
  readonly options: (toName: ToName) => z.ZodType<GenerationOptions>;
}

/** The pairs of a provider and a type that the Create API accepts. */
export const CREATE_PAIRS: readonly CreatePair[] = [
  {
    providers: BUILT_IN_NAMES,
    type: 'text-to-speech',
    id: 'CreateSpeech',
    description: 'Speech by the built-in provider. The result is an mp3.',
    options: builtInSpeech,
  },
  {
    providers: BUILT_IN_NAMES,
    type: 'text-to-image',
    id: 'CreateImage',
    description:
      'Image by the built-in provider. It needs a service that the operator has set. The result is a png.',
    options: builtInImage,
  },
  {
    providers: BUILT_IN_NAMES,
    type: 'image-to-video',
    id: 'CreateVideo',
    description: 'Video of 4 seconds from an image by the built-in provider. The result is an mp4.',
    options: builtInVideo,
  },
  {
    providers: BUILT_IN_NAMES,
    type: 'text-generator',
    id: 'CreateText',
    description:
      'Text by the built-in provider. It needs a service that the operator has set. The result is a txt.',
    options: builtInText,
  },
  {
    providers: ['elevenlabs'],
    type: 'text-to-speech',
    id: 'CreateElevenLabsSpeech',
    description: 'Speech by ElevenLabs. The result is an mp3.',
    options: elevenLabsSpeech,
  },
  {
    providers: ['heygen'],
    type: 'text-to-avatar',
    id: 'CreateHeyGenAvatar',
    description: 'Video of a speaking person by HeyGen. The result is an mp4.',
    options: heyGenAvatar,
  },
  {
    providers: ['d-id'],
    type: 'text-to-avatar',
    id: 'CreateDIdAvatar',
    description: 'Video of a speaking person by D-ID. The result is an mp4.',
    options: dIdAvatar,
  },
  {
    providers: ['openai'],
    type: 'text-generator',
    id: 'CreateOpenAiText',
    description: 'Text by OpenAI. The result is a txt.',
    options: openAiText,
  },
  {
    providers: ['stability-ai'],
    type: 'text-to-image',
    id: 'CreateStabilityImage',
    description: 'Image by Stability AI. The result is a jpg.',
    options: stabilityImage,
  },
];
