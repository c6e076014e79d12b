import { z } from 'zod';
import { mustBe } from '../edit/problems/messages.ts';
import { Color, isHttpUrl, MAX_URL_CHARACTERS, Text } from '../edit/schema/fields.ts';
import { MAX_SPEECH_CHARACTERS } from '../edit/voices/voices.ts';

/** Maximum length of the description of an image, in characters. */
const MAX_IMAGE_PROMPT_CHARACTERS = 4000;
/** Maximum length of the instructions for a text, in characters. */
export const MAX_TEXT_PROMPT_CHARACTERS = 100_000;
/** Maximum side of an image, in pixels. */
export const MAX_SIDE = 4096;
/** The sides of the images of stability-ai are multiples of this number of pixels. */
export const STABILITY_STEP = 64;
const MIN_STABILITY_SIDE = 128;

/** Returns the schema of a text that is not empty. @param max maximum length in characters. */
export const createTextSchema = (max: number) => Text.regex(/\S/, { error: 'must not be empty' }).max(max);
/** The text of a speech. */
export const SpokenText = createTextSchema(MAX_SPEECH_CHARACTERS).describe(
  `Text to speak, at most ${MAX_SPEECH_CHARACTERS} characters.`,
);
/** The description of an image to generate. */
export const ImagePrompt = createTextSchema(MAX_IMAGE_PROMPT_CHARACTERS).describe(
  `Description of the image, at most ${MAX_IMAGE_PROMPT_CHARACTERS} characters.`,
);
/** The instructions for a text to generate. */
export const TextPrompt = createTextSchema(MAX_TEXT_PROMPT_CHARACTERS).describe(
  `Instructions for the text, at most ${MAX_TEXT_PROMPT_CHARACTERS} characters.`,
);

/** A side of an image, in whole pixels. */
export const ImageSide = z.int().min(1).max(MAX_SIDE);
/** A side of an image of stability-ai, in pixels. */
export const StabilitySide = z
  .int()
  .min(MIN_STABILITY_SIDE)
  .max(MAX_SIDE)
  .multipleOf(STABILITY_STEP, mustBe(`a multiple of ${STABILITY_STEP}`));

/** The background of a person of d-id. */
export const AvatarBackground = z.string(mustBe('a colour or the URL of an image')).refine(isBackground, {
  error:
    'must be a colour in the form "#RRGGBB" or "#RGB", or the URL of an image that starts with http:// or https://',
  params: { code: 'wrong_form' },
});

function isBackground(text: string): boolean {
  return Color.safeParse(text).success || (text.length <= MAX_URL_CHARACTERS && isHttpUrl(text));
}
