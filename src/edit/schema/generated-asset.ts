import { z } from 'zod';
import { SourceUrl, WholePixels } from './fields.ts';
import { Crop, PlaybackSpeed, Trim } from './media-asset.ts';
import { Volume, VolumeEffect } from './tween.ts';

export const TextToImageAsset = z.strictObject({
  type: z.literal('text-to-image').describe('An image made from words.'),
  prompt: z.string().describe('What the image shows.'),
  width: WholePixels.optional().describe('Pixels, 1 or more.'),
  height: WholePixels.optional().describe('Pixels, 1 or more.'),
  crop: Crop.optional().describe('Hides the edges of the picture.'),
});

export const ImageToVideoAsset = z.strictObject({
  type: z.literal('image-to-video').describe('A video made from an image.'),
  src: SourceUrl.describe('The URL of the image, public or with credentials in the URL.'),
  prompt: z.string().optional().describe('What happens in the video.'),
  aspectRatio: z
    .enum(['1:1', '4:3', '16:9', '9:16', '3:4', '21:9', '9:21'])
    .optional()
    .describe('The shape of the video.'),
  speed: PlaybackSpeed.optional(),
  crop: Crop.optional().describe('Hides the edges of the picture.'),
});

export const TextToSpeechAsset = z.strictObject({
  type: z.literal('text-to-speech').describe('A voice made from words.'),
  text: z.string().describe('What is said.'),
  voice: z.string().describe('Who says it.'),
  language: z.string().optional().describe('Language of the text, such as en-US.'),
  newscaster: z.boolean().optional().describe('Whether it is read like the news. Default false.'),
  trim: Trim.optional(),
  volume: Volume.optional(),
  speed: PlaybackSpeed.optional(),
  effect: VolumeEffect.optional(),
});

/** An image made from words. */
export type TextToImageAsset = z.infer<typeof TextToImageAsset>;
/** A video made from an image. */
export type ImageToVideoAsset = z.infer<typeof ImageToVideoAsset>;
/** A voice made from words. */
export type TextToSpeechAsset = z.infer<typeof TextToSpeechAsset>;
