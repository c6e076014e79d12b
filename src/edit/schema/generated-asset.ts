import { z } from 'zod';
import { ELEVENLABS_VOICES } from '../voices/elevenlabs-voices.ts';
import { SPEECH_LANGUAGES, VOICES } from '../voices/voices.ts';
import { defineAsset, field, RoundedPixels, SourceUrl, Text } from './fields.ts';
import { CropField, PlaybackSpeed, PreservePitch, Trim } from './media-asset.ts';
import { CutSilenceField } from './playback/cut-silence.ts';
import { WordsField } from './playback/words.ts';
import { AssetSoundField } from './sound/sound-filter.ts';
import { Volume, VolumeEffect } from './tween.ts';

export const TextToImageAsset = defineAsset('text-to-image', 'Image generated from a prompt.', {
  prompt: Text.describe('Description of the image, 1 to 4000 characters.'),
  width: field(RoundedPixels, 'Width of the image in whole pixels, 1 to 4096. Default: the viewport.'),
  height: field(RoundedPixels, 'Height of the image in whole pixels, 1 to 4096. Default: the viewport.'),
  crop: CropField,
});

export const ImageToVideoAsset = defineAsset('image-to-video', 'Video generated from an image.', {
  src: SourceUrl.describe('URL of the image. The URL may contain credentials.'),
  prompt: field(
    Text,
    'Description of what happens in the video, at most 4000 characters. Kinora itself understands camera moves, such as "zoom out" or "pan left". Default: a slow push-in, or that of the provider.',
  ),
  aspectRatio: field(
    z.enum(['1:1', '4:3', '16:9', '9:16', '3:4', '21:9', '9:21']),
    'Aspect ratio of the video. Default: that of the image.',
  ),
  speed: PlaybackSpeed,
  crop: CropField,
});

export const TextToSpeechAsset = defineAsset('text-to-speech', 'Speech generated from text.', {
  text: Text.describe('Text to speak, 1 to 10,000 characters.'),
  voice: Text.meta({
    description:
      'Name of the voice, such as "Amy". A voice of ElevenLabs, such as "Rachel", speaks through that provider.',
    examples: [...VOICES.map(({ name }) => name), ...ELEVENLABS_VOICES],
  }),
  language: Text.optional().meta({
    description: 'Language of the text, such as "en-US". Default: the language of the voice.',
    examples: [...SPEECH_LANGUAGES],
  }),
  newscaster: field(z.boolean(), 'If true, reads the text in the style of a newscaster.', false),
  trim: Trim,
  volume: Volume,
  speed: PlaybackSpeed,
  preservePitch: PreservePitch,
  cutSilence: CutSilenceField,
  words: WordsField,
  effect: VolumeEffect,
  sound: AssetSoundField,
});

/** Image generated from a prompt. */
export type TextToImageAsset = z.infer<typeof TextToImageAsset>;
/** Video generated from an image. */
export type ImageToVideoAsset = z.infer<typeof ImageToVideoAsset>;
/** Speech generated from text. */
export type TextToSpeechAsset = z.infer<typeof TextToSpeechAsset>;
