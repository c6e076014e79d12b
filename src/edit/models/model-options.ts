import { z } from 'zod';
import { mustBe } from '../problems/messages.ts';
import { createAnyRule, field, SourceUrl, Text } from '../schema/fields.ts';
import { ELEVENLABS_VOICES } from '../voices/elevenlabs-voices.ts';
import { SPEECH_LANGUAGES, VOICES } from '../voices/voices.ts';

/** The aspect ratios of images, beside `auto`. */
const IMAGE_RATIOS = [
  '21:9',
  '16:9',
  '3:2',
  '4:3',
  '5:4',
  '1:1',
  '4:5',
  '3:4',
  '2:3',
  '9:16',
  '4:1',
  '1:4',
  '8:1',
  '1:8',
] as const;

/** The aspect ratios of videos, beside `auto`. */
const FILM_RATIOS = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16', '9:21'] as const;

/** The longer the side, the more pixels an image has: about as many as a square with this side. */
export const IMAGE_SIDES = { '0.5K': 512, '1K': 1024, '2K': 2048, '4K': 4096 } as const;

/** The options of images. */
export const ImageModelOptions = z.strictObject({
  aspectRatio: field(
    z.enum(['auto', ...IMAGE_RATIOS]),
    'Aspect ratio of the image. "auto" is that of the output of the edit, or 1:1 without an edit.',
    'auto',
  ),
  resolution: field(
    z.enum(['0.5K', '1K', '2K', '4K']),
    'Number of pixels: about as many as a square with a side of 512, 1024, 2048 or 4096 pixels. Default: that of the output of the edit, or 1K.',
  ),
  seed: field(
    z.int().min(0).max(4_294_967_295),
    'Seed of the image, 0 to 4294967295. Only fal, Replicate and Stability AI use it. Default: a random one.',
  ),
  systemPrompt: field(Text.max(4000), 'Instructions that precede the prompt, at most 4000 characters.'),
});

const startImage = (name: string): z.ZodOptional<z.ZodType<string>> =>
  field(SourceUrl, `URL of the image that the video starts with. ${name}`);

/** The fields that all videos have in common. */
const filmFields = {
  aspectRatio: field(
    z.enum(['auto', ...FILM_RATIOS]),
    'Aspect ratio of the video. "auto" is that of the start image, or of the output of the edit.',
    'auto',
  ),
  resolution: field(z.enum(['480p', '720p', '1080p']), 'Height of the video in pixels.', '720p'),
  generateAudio: field(z.boolean(), 'If true, the video gets sound, if the service can make it.', false),
};

/** Returns the field for the duration of a video. */
function durationField(min: number, max: number) {
  const words = Array.from({ length: max - min + 1 }, (_, index) => String(min + index));
  return field(
    z.union(
      [z.number().min(min).max(max), z.enum(['auto', ...words])],
      mustBe(`a number of seconds from ${min} to ${max}, or "auto"`),
    ),
    `Duration in seconds, ${min} to ${max}, or "auto". A length of the clip in seconds takes its place. Default: that of the service.`,
  );
}

/** Returns the options of videos that are made from words alone. */
export function filmOptions({ min, max }: { readonly min: number; readonly max: number }) {
  return z.strictObject({ ...filmFields, duration: durationField(min, max) });
}

/** Returns the options of videos that are made from words, or from a start image. */
export function anyFilmOptions({ min, max }: { readonly min: number; readonly max: number }) {
  const startSrc = startImage('Default: none.');
  return z.strictObject({ startSrc, ...filmFields, duration: durationField(min, max) });
}

/** Returns the options of videos that are made from a start image. */
export function startedFilmOptions({ min, max }: { readonly min: number; readonly max: number }) {
  return z
    .strictObject({ ...startFields, ...filmFields, duration: durationField(min, max) })
    .superRefine(requireStart, { when: () => true })
    .meta(START_RULE);
}

const startFields = {
  startSrc: startImage('Either it or "inputSrc" is required.'),
  inputSrc: startImage('The older name of "startSrc".'),
};

const START_RULE = createAnyRule('startSrc', 'inputSrc');

/** The options of a camera that moves over a start image. */
export const CameraOptions = z
  .strictObject({
    ...startFields,
    aspectRatio: filmFields.aspectRatio,
    duration: durationField(1, 60),
    motion: field(z.number().min(1).max(255), 'How far the picture moves, 1 to 255.', 127),
    guidanceScale: field(z.number().min(0).max(10), 'How softly the move starts and stops, 0 to 10.', 1.8),
  })
  .superRefine(requireStart, { when: () => true })
  .meta(START_RULE);

function requireStart(options: unknown, context: z.core.$RefinementCtx): void {
  const { startSrc, inputSrc } = Object(options) as {
    readonly startSrc?: unknown;
    readonly inputSrc?: unknown;
  };
  const isTwice = startSrc !== undefined && inputSrc !== undefined;
  if (!isTwice && (startSrc !== undefined || inputSrc !== undefined)) return;
  context.addIssue({
    code: 'custom',
    path: [isTwice ? 'inputSrc' : 'startSrc'],
    message: isTwice
      ? 'cannot be combined with "startSrc". Remove one of the two'
      : 'is required: the URL of the image that the video starts with',
    params: { code: isTwice ? 'conflict' : 'required', value: inputSrc },
  });
}

const Language = Text.optional().meta({
  description: 'Language of the text, such as "en-US". Default: that of the voice.',
  examples: [...SPEECH_LANGUAGES],
});

const Newscaster = field(z.boolean(), 'If true, reads the text in the style of a newscaster.', false);

const BUILT_IN_VOICES = VOICES.map(({ name }) => name);

/** The options of speech by the built-in voices, under the name of the public service. */
export const PollyOptions = z.strictObject({
  voice: Text.meta({ description: 'Name of the voice, such as "Amy".', examples: [...BUILT_IN_VOICES] }),
  language: Language,
  newscaster: Newscaster,
});

/** The options of speech by Kinora. */
export const SpeechModelOptions = z.strictObject({
  voice: Text.optional().meta({
    description:
      'Name of the voice, such as "Amy". A voice of ElevenLabs, such as "Rachel", speaks through that service. Default: a voice of the language, or "Joanna".',
    examples: [...BUILT_IN_VOICES, ...ELEVENLABS_VOICES],
  }),
  language: Language,
  newscaster: Newscaster,
});

/** The options of speech by ElevenLabs. */
export const ElevenLabsOptions = z.strictObject({
  voice: Text.meta({ examples: [...ELEVENLABS_VOICES] })
    .optional()
    .describe('Name or id of a voice of ElevenLabs.')
    .meta({ default: 'Rachel' }),
  language: Language.describe(
    'Language of the text, such as "en-US", for the built-in voices that stand in. ElevenLabs finds it out itself.',
  ),
});

/** The options of music. */
export const MusicModelOptions = z.strictObject({
  forceInstrumental: field(
    z.boolean(),
    'True for music without singing. It cannot be combined with "compositionPlan".',
    false,
  ),
  musicLengthMs: field(
    z.int().min(3000).max(600_000),
    'Length in milliseconds, 3000 to 600000. A length of the clip in seconds takes its place. Default: that of the service.',
  ),
  compositionPlan: field(
    z.record(z.string(), z.unknown()),
    'Plan of the sections, in the form of ElevenLabs. It takes the place of the prompt and has its own lengths.',
  ),
});
