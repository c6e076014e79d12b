import { z } from 'zod';
import { defineAsset, field, SourceUrl } from '../fields.ts';
import { CropField, PlaybackSpeed, Trim } from '../media-asset.ts';

export const LottieAsset = defineAsset('lottie', 'Lottie animation.', {
  src: SourceUrl.describe('URL of the JSON file. The URL may contain credentials.'),
  trim: Trim,
  speed: PlaybackSpeed,
  loop: field(
    z.boolean(),
    'If true, the animation begins again at its trim whenever it ends, until the clip ends. It does not change a length of "auto".',
    false,
  ),
  crop: CropField,
});

/** Lottie animation. */
export type LottieAsset = z.infer<typeof LottieAsset>;
