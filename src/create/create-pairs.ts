import { z } from 'zod';
import { Color, field, FileUrl, MAX_URL_CHARACTERS } from '../edit/schema/fields.ts';
import { ELEVENLABS_VOICES } from '../edit/voices/elevenlabs-voices.ts';
import { SPEECH_LANGUAGES, VOICES } from '../edit/voices/voices.ts';
import { HEYGEN_DEFAULTS, STABILITY_DEFAULTS, VIDEO_DEFAULTS } from './fill-defaults.ts';
import { HEYGEN_AVATARS, HEYGEN_VOICES } from './heygen-names.ts';
import {
  type AddedNames,
  BUILT_IN_NAMES,
  type GenerationOptions,
  type GenerationType,
  type ProviderName,
} from './model.ts';
import {
  AvatarBackground,
  ImagePrompt,
  ImageSide,
  MAX_SIDE,
  MAX_TEXT_PROMPT_CHARACTERS,
  SpokenText,
  STABILITY_STEP,
  StabilitySide,
  TextPrompt,
  createTextSchema,
} from './option-fields.ts';
import {
  D_ID_AVATARS,
  OPENAI_MODELS,
  STABILITY_ENGINES,
  STABILITY_STYLE_PRESETS,
} from './documented-names.ts';

const MAX_SEED = 4_294_967_295;

/**
 * Makes the schema of a name.
 *
 * @param documented the names that the interface lists.
 * @param kind the kind of the names that an operator may add. Undefined if the names are those of Kinora.
 */
export type ToName = (documented: readonly string[], kind?: keyof AddedNames) => z.ZodType<string>;

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

/** The names of the built-in voices, with accents and without. */
const VOICE_SPELLINGS = [
  ...new Set(VOICES.flatMap(({ name }) => [name, name.normalize('NFD').replaceAll(/\p{Mark}/gu, '')])),
];

/** The pairs of a provider and a type that the Create API accepts. */
export const CREATE_PAIRS: readonly CreatePair[] = [
  {
    providers: BUILT_IN_NAMES,
    type: 'text-to-speech',
    id: 'CreateSpeech',
    description: 'Speech by the built-in provider. The result is an mp3.',
    options: (toName) =>
      z.strictObject({
        type: z.literal('text-to-speech').describe('Speech generated from text.'),
        text: SpokenText,
        voice: toName(VOICE_SPELLINGS).describe('Name of the voice.'),
        language: toName(SPEECH_LANGUAGES)
          .optional()
          .describe('Language of the text. Default: the language of the voice.'),
        newscaster: field(
          z.boolean(),
          'If true, reads the text in the style of a newscaster. Only Matthew and Joanna in en-US, Lupe in es-US and Amy in en-GB can do so.',
          false,
        ),
      }),
  },
  {
    providers: BUILT_IN_NAMES,
    type: 'text-to-image',
    id: 'CreateImage',
    description:
      'Image by the built-in provider. It needs a service that the operator has set. The result is a png.',
    options: () =>
      z.strictObject({
        type: z.literal('text-to-image').describe('Image generated from a prompt.'),
        prompt: ImagePrompt,
        width: ImageSide.describe(`Width in whole pixels, 1 to ${MAX_SIDE}.`),
        height: ImageSide.describe(`Height in whole pixels, 1 to ${MAX_SIDE}.`),
      }),
  },
  {
    providers: BUILT_IN_NAMES,
    type: 'image-to-video',
    id: 'CreateVideo',
    description: 'Video of 4 seconds from an image by the built-in provider. The result is an mp4.',
    options: () =>
      z.strictObject({
        type: z.literal('image-to-video').describe('Video generated from an image.'),
        imageUrl: FileUrl.describe(
          `Public URL of a png or a jpg of exactly 1024x576, 576x1024 or 768x768 pixels (http or https), at most ${MAX_URL_CHARACTERS} characters.`,
        ),
        guidanceScale: field(
          z.number().min(0).max(10),
          'How softly the move starts and stops, 0 to 10.',
          VIDEO_DEFAULTS.guidanceScale,
        ),
        motion: field(
          z.number().min(1).max(255),
          'How far the picture moves, 1 to 255.',
          VIDEO_DEFAULTS.motion,
        ),
      }),
  },
  {
    providers: BUILT_IN_NAMES,
    type: 'text-generator',
    id: 'CreateText',
    description:
      'Text by the built-in provider. It needs a service that the operator has set. The result is a txt.',
    options: () =>
      z.strictObject({
        type: z.literal('text-generator').describe('Text generated from a prompt.'),
        prompt: TextPrompt,
      }),
  },
  {
    providers: ['elevenlabs'],
    type: 'text-to-speech',
    id: 'CreateElevenLabsSpeech',
    description: 'Speech by ElevenLabs. The result is an mp3.',
    options: (toName) =>
      z.strictObject({
        type: z.literal('text-to-speech').describe('Speech generated from text.'),
        text: SpokenText,
        voice: toName(ELEVENLABS_VOICES, 'voices').describe('Name of the voice.'),
      }),
  },
  {
    providers: ['heygen'],
    type: 'text-to-avatar',
    id: 'CreateHeyGenAvatar',
    description: 'Video of a speaking person by HeyGen. The result is an mp4.',
    options: (toName) =>
      z.strictObject({
        type: z.literal('text-to-avatar').describe('Video of a speaking person.'),
        text: SpokenText,
        avatar: toName(HEYGEN_AVATARS, 'avatars').describe('Name of the person.'),
        voice: toName(HEYGEN_VOICES, 'voices').describe('Name of the voice.'),
        avatarStyle: field(
          z.enum(['normal', 'circle']),
          'If "circle", shows the person in a circle.',
          HEYGEN_DEFAULTS.avatarStyle,
        ),
        background: field(Color, 'Colour behind the person.', HEYGEN_DEFAULTS.background),
        ratio: field(z.enum(['16:9', '9:16']), 'Aspect ratio of the video.', HEYGEN_DEFAULTS.ratio),
        test: field(
          z.boolean(),
          'If true, makes a test video with a watermark, which HeyGen does not charge for.',
          HEYGEN_DEFAULTS.test,
        ),
      }),
  },
  {
    providers: ['d-id'],
    type: 'text-to-avatar',
    id: 'CreateDIdAvatar',
    description: 'Video of a speaking person by D-ID. The result is an mp4.',
    options: (toName) =>
      z.strictObject({
        type: z.literal('text-to-avatar').describe('Video of a speaking person.'),
        text: SpokenText,
        avatar: toName(D_ID_AVATARS, 'avatars').describe('Name of the person.'),
        background: field(
          AvatarBackground,
          'Colour in the form "#RRGGBB" or "#RGB", or the URL of an image. Default: that of the avatar.',
        ),
      }),
  },
  {
    providers: ['openai'],
    type: 'text-generator',
    id: 'CreateOpenAiText',
    description: 'Text by OpenAI. The result is a txt.',
    options: (toName) =>
      z.strictObject({
        type: z.literal('text-generator').describe('Text generated from a prompt.'),
        prompt: TextPrompt,
        model: toName(OPENAI_MODELS, 'models').describe('Name of the model.'),
        systemPrompt: field(
          createTextSchema(MAX_TEXT_PROMPT_CHARACTERS),
          `Instructions that precede the prompt, at most ${MAX_TEXT_PROMPT_CHARACTERS} characters. Default: none.`,
        ),
      }),
  },
  {
    providers: ['stability-ai'],
    type: 'text-to-image',
    id: 'CreateStabilityImage',
    description: 'Image by Stability AI. The result is a jpg.',
    options: (toName) =>
      z.strictObject({
        type: z.literal('text-to-image').describe('Image generated from a prompt.'),
        prompt: ImagePrompt,
        width: StabilitySide.describe(`Width in pixels, a multiple of ${STABILITY_STEP}.`),
        height: StabilitySide.describe(`Height in pixels, a multiple of ${STABILITY_STEP}.`),
        engine: field(toName(STABILITY_ENGINES, 'models'), 'Name of the engine.', STABILITY_DEFAULTS.engine),
        steps: field(
          z.int().min(10).max(50),
          'Number of diffusion steps, 10 to 50.',
          STABILITY_DEFAULTS.steps,
        ),
        seed: field(
          z.int().min(0).max(MAX_SEED),
          `Seed of the image, 0 to ${MAX_SEED}. 0 is a random seed.`,
          STABILITY_DEFAULTS.seed,
        ),
        cfgScale: field(
          z.number().min(0).max(35),
          'How strictly the image follows the prompt, 0 to 35.',
          STABILITY_DEFAULTS.cfgScale,
        ),
        stylePreset: field(z.enum(STABILITY_STYLE_PRESETS), 'Style of the image. Default: none.'),
      }),
  },
];
