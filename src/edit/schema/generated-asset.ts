import { z } from 'zod';
import { field, SourceUrl, Text, WholePixels } from './fields.ts';
import { CropField, PlaybackSpeed, Trim } from './media-asset.ts';
import { Volume, VolumeEffect } from './tween.ts';

export const TextToImageAsset = z
  .strictObject({
    type: z.literal('text-to-image').describe('An image made from words.'),
    prompt: Text.describe('What the image shows.'),
    width: field(WholePixels, 'Whole pixels, 1 or more. Default: the viewport.'),
    height: field(WholePixels, 'Whole pixels, 1 or more. Default: the viewport.'),
    crop: CropField,
  })
  .meta({ id: 'TextToImageAsset', description: 'An image made from words.' });

export const ImageToVideoAsset = z
  .strictObject({
    type: z.literal('image-to-video').describe('A video made from an image.'),
    src: SourceUrl.describe('The URL of the image, public or with credentials in the URL.'),
    prompt: field(Text, 'What happens in the video. Default: whatever suits the image.'),
    aspectRatio: field(
      z.enum(['1:1', '4:3', '16:9', '9:16', '3:4', '21:9', '9:21']),
      'The shape of the video. Default: that of the image.',
    ),
    speed: PlaybackSpeed,
    crop: CropField,
  })
  .meta({ id: 'ImageToVideoAsset', description: 'A video made from an image.' });

export const TextToSpeechAsset = z
  .strictObject({
    type: z.literal('text-to-speech').describe('A voice made from words.'),
    text: Text.describe('What is said.'),
    voice: Text.describe('Who says it: the name of a voice, such as Amy.'),
    language: field(Text, 'Language of the text, such as en-US. Default: that of the voice.'),
    newscaster: field(z.boolean(), 'Whether it is read like the news.', false),
    trim: Trim,
    volume: Volume,
    speed: PlaybackSpeed,
    effect: VolumeEffect,
  })
  .meta({ id: 'TextToSpeechAsset', description: 'A voice made from words.' });

/** An image made from words. */
export type TextToImageAsset = z.infer<typeof TextToImageAsset>;
/** A video made from an image. */
export type ImageToVideoAsset = z.infer<typeof ImageToVideoAsset>;
/** A voice made from words. */
export type TextToSpeechAsset = z.infer<typeof TextToSpeechAsset>;
