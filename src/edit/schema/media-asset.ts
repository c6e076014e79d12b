import { z } from 'zod';
import { Color, Fraction, Seconds, SourceUrl, Speed } from './fields.ts';
import { Volume, VolumeEffect } from './tween.ts';

export const Trim = Seconds.describe('Seconds left out at the start of the file, 0 or more. Default 0.');

export const PlaybackSpeed = Speed.describe(
  'Times the natural speed, 0 (still) to 10. Default 1. The whole file takes its length divided by this.',
);

export const Crop = z.strictObject({
  top: Fraction.optional().describe('Fraction of the height hidden at the top, 0 to 1. Default 0.'),
  bottom: Fraction.optional().describe('Fraction of the height hidden at the bottom, 0 to 1. Default 0.'),
  left: Fraction.optional().describe('Fraction of the width hidden on the left, 0 to 1. Default 0.'),
  right: Fraction.optional().describe('Fraction of the width hidden on the right, 0 to 1. Default 0.'),
});

export const ChromaKey = z.strictObject({
  color: Color.describe('The colour that becomes transparent, "#RRGGBB".'),
  threshold: z
    .int()
    .min(0)
    .max(250)
    .optional()
    .describe('Distance from the colour up to which a pixel is transparent, 0 to 250. Default 150.'),
  halo: z
    .int()
    .min(0)
    .max(250)
    .optional()
    .describe('Distance beyond the threshold over which pixels become opaque, 0 to 250. Default 100.'),
});

export const VideoAsset = z.strictObject({
  type: z.literal('video').describe('A video file.'),
  src: SourceUrl.describe('The URL of the video file, public or with credentials in the URL.'),
  transcode: z.boolean().optional().describe('True re-encodes the file before rendering. Default false.'),
  trim: Trim.optional(),
  volume: Volume.optional(),
  volumeEffect: VolumeEffect.optional(),
  speed: PlaybackSpeed.optional(),
  crop: Crop.optional().describe('Hides the edges of the picture.'),
  chromaKey: ChromaKey.optional().describe('Makes one colour transparent.'),
});

export const ImageAsset = z.strictObject({
  type: z.literal('image').describe('An image file.'),
  src: SourceUrl.describe('The URL of the image file, public or with credentials in the URL.'),
  crop: Crop.optional().describe('Hides the edges of the picture.'),
});

export const AudioAsset = z.strictObject({
  type: z.literal('audio').describe('A sound file.'),
  src: SourceUrl.describe('The URL of the sound file, public or with credentials in the URL.'),
  trim: Trim.optional(),
  volume: Volume.optional(),
  speed: PlaybackSpeed.optional(),
  effect: VolumeEffect.optional(),
});

export const LumaAsset = z.strictObject({
  type: z.literal('luma').describe('A grey picture that says where the other clips of its track are seen.'),
  src: SourceUrl.describe('The URL of a grey image or video, public or with credentials in the URL.'),
  trim: Trim.optional(),
});

/** Edges to hide. */
export type Crop = z.infer<typeof Crop>;
/** A colour to make transparent. */
export type ChromaKey = z.infer<typeof ChromaKey>;
/** A video file. */
export type VideoAsset = z.infer<typeof VideoAsset>;
/** An image file. */
export type ImageAsset = z.infer<typeof ImageAsset>;
/** A sound file. */
export type AudioAsset = z.infer<typeof AudioAsset>;
/** A grey picture that says where the clips of its track are seen. */
export type LumaAsset = z.infer<typeof LumaAsset>;
