import { z } from 'zod';
import { mustBe } from '../edit/problems/messages.ts';
import { Color, field, FileUrl, isHttpUrl, MAX_URL_CHARACTERS, Text } from '../edit/schema/fields.ts';
import { ELEVENLABS_VOICES } from '../edit/voices/elevenlabs-voices.ts';
import { MAX_SPEECH_CHARACTERS, SPEECH_LANGUAGES, VOICES } from '../edit/voices/voices.ts';
import {
  type AddedNames,
  D_ID_AVATARS,
  HEYGEN_DEFAULTS,
  OPENAI_MODELS,
  STABILITY_DEFAULTS,
  STABILITY_ENGINES,
  STABILITY_STYLE_PRESETS,
  VIDEO_DEFAULTS,
} from './documented-values.ts';
import { HEYGEN_AVATARS, HEYGEN_VOICES } from './heygen-names.ts';

/** Maximum length of the description of an image, in characters. */
const MAX_IMAGE_PROMPT_CHARACTERS = 4000;
/** Maximum length of the instructions for a text, in characters. */
const MAX_TEXT_PROMPT_CHARACTERS = 100_000;
/** Maximum side of an image, in pixels. */
const MAX_SIDE = 4096;
/** The sides of the images of stability-ai are multiples of this number of pixels. */
const STABILITY_STEP = 64;
const MIN_STABILITY_SIDE = 128;
const MAX_SEED = 4_294_967_295;

/** Returns the schema of a text that is not empty. @param max maximum length in characters. */
const createTextSchema = (max: number) => Text.regex(/\S/, { error: 'must not be empty' }).max(max);
/** The text of a speech. */
const SpokenText = createTextSchema(MAX_SPEECH_CHARACTERS).describe(
  `Text to speak, at most ${MAX_SPEECH_CHARACTERS} characters.`,
);
/** The description of an image to generate. */
const ImagePrompt = createTextSchema(MAX_IMAGE_PROMPT_CHARACTERS).describe(
  `Description of the image, at most ${MAX_IMAGE_PROMPT_CHARACTERS} characters.`,
);
/** The instructions for a text to generate. */
const TextPrompt = createTextSchema(MAX_TEXT_PROMPT_CHARACTERS).describe(
  `Instructions for the text, at most ${MAX_TEXT_PROMPT_CHARACTERS} characters.`,
);

/** A side of an image, in whole pixels. */
const ImageSide = z.int().min(1).max(MAX_SIDE);
/** A side of an image of stability-ai, in pixels. */
const StabilitySide = z
  .int()
  .min(MIN_STABILITY_SIDE)
  .max(MAX_SIDE)
  .multipleOf(STABILITY_STEP, mustBe(`a multiple of ${STABILITY_STEP}`));

/** The background of a person of d-id. */
const AvatarBackground = z.string(mustBe('a colour or the URL of an image')).refine(isBackground, {
  error:
    'must be a colour in the form "#RRGGBB" or "#RGB", or the URL of an image that starts with http:// or https://',
  params: { code: 'wrong_form' },
});

/** The names of the built-in voices, with accents and without. */
const VOICE_SPELLINGS = [
  ...new Set(VOICES.flatMap(({ name }) => [name, name.normalize('NFD').replaceAll(/\p{Mark}/gu, '')])),
];

/**
 * Makes the schema of a name.
 *
 * @param documented the names that the interface lists.
 * @param kind the kind of the names that an operator may add. Undefined if the names are those of Kinora.
 */
export type ToName = (documented: readonly string[], kind?: keyof AddedNames) => z.ZodType<string>;

/** Returns the schema of the options for speech by the built-in provider. */
export const builtInSpeech = (toName: ToName) =>
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
  });

/** Returns the schema of the options for an image by the built-in provider. */
export const builtInImage = () =>
  z.strictObject({
    type: z.literal('text-to-image').describe('Image generated from a prompt.'),
    prompt: ImagePrompt,
    width: ImageSide.describe(`Width in whole pixels, 1 to ${MAX_SIDE}.`),
    height: ImageSide.describe(`Height in whole pixels, 1 to ${MAX_SIDE}.`),
  });

/** Returns the schema of the options for a video by the built-in provider. */
export const builtInVideo = () =>
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
    motion: field(z.number().min(1).max(255), 'How far the picture moves, 1 to 255.', VIDEO_DEFAULTS.motion),
  });

/** Returns the schema of the options for a text by the built-in provider. */
export const builtInText = () =>
  z.strictObject({
    type: z.literal('text-generator').describe('Text generated from a prompt.'),
    prompt: TextPrompt,
  });

/** Returns the schema of the options for speech by ElevenLabs. */
export const elevenLabsSpeech = (toName: ToName) =>
  z.strictObject({
    type: z.literal('text-to-speech').describe('Speech generated from text.'),
    text: SpokenText,
    voice: toName(ELEVENLABS_VOICES, 'voices').describe('Name of the voice.'),
  });

/** Returns the schema of the options for a speaking person by HeyGen. */
export const heyGenAvatar = (toName: ToName) =>
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
  });

/** Returns the schema of the options for a speaking person by D-ID. */
export const dIdAvatar = (toName: ToName) =>
  z.strictObject({
    type: z.literal('text-to-avatar').describe('Video of a speaking person.'),
    text: SpokenText,
    avatar: toName(D_ID_AVATARS, 'avatars').describe('Name of the person.'),
    background: field(
      AvatarBackground,
      'Colour in the form "#RRGGBB" or "#RGB", or the URL of an image. Default: that of the avatar.',
    ),
  });

/** Returns the schema of the options for a text by OpenAI. */
export const openAiText = (toName: ToName) =>
  z.strictObject({
    type: z.literal('text-generator').describe('Text generated from a prompt.'),
    prompt: TextPrompt,
    model: toName(OPENAI_MODELS, 'models').describe('Name of the model.'),
    systemPrompt: field(
      createTextSchema(MAX_TEXT_PROMPT_CHARACTERS),
      `Instructions that precede the prompt, at most ${MAX_TEXT_PROMPT_CHARACTERS} characters. Default: none.`,
    ),
  });

/** Returns the schema of the options for an image by Stability AI. */
export const stabilityImage = (toName: ToName) =>
  z.strictObject({
    type: z.literal('text-to-image').describe('Image generated from a prompt.'),
    prompt: ImagePrompt,
    width: StabilitySide.describe(`Width in pixels, a multiple of ${STABILITY_STEP}.`),
    height: StabilitySide.describe(`Height in pixels, a multiple of ${STABILITY_STEP}.`),
    engine: field(toName(STABILITY_ENGINES, 'models'), 'Name of the engine.', STABILITY_DEFAULTS.engine),
    steps: field(z.int().min(10).max(50), 'Number of diffusion steps, 10 to 50.', STABILITY_DEFAULTS.steps),
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
  });

function isBackground(text: string): boolean {
  return Color.safeParse(text).success || (text.length <= MAX_URL_CHARACTERS && isHttpUrl(text));
}
