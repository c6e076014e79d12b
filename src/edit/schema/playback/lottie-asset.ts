import { z } from 'zod';
import { field, SourceUrl } from '../fields.ts';
import { CropField, PlaybackSpeed, Trim } from '../media-asset.ts';

export const LottieAsset = z
  .strictObject({
    type: z.literal('lottie').describe('Lottie animation.'),
    src: SourceUrl.describe('URL of the JSON file. The URL may contain credentials.'),
    trim: Trim,
    speed: PlaybackSpeed,
    loop: field(
      z.boolean(),
      'If true, the animation begins again at its trim whenever it ends, until the clip ends. It does not change a length of "auto".',
      false,
    ),
    crop: CropField,
  })
  .meta({ id: 'LottieAsset', description: 'Lottie animation.' });

/** Lottie animation. */
export type LottieAsset = z.infer<typeof LottieAsset>;
