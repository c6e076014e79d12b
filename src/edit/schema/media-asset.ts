import { z } from 'zod';
import { Color, field, Fraction, NonNegativeSeconds, SourceUrl, SpeedFactor } from './fields.ts';
import { Volume, VolumeEffect } from './tween.ts';

export const Trim = field(NonNegativeSeconds, 'Seconds left out at the start of the file, 0 or more.', 0);

export const PlaybackSpeed = field(
  SpeedFactor,
  'Times the natural speed, 0 (still) to 10. The whole file takes its length divided by this.',
  1,
);

export const Crop = z
  .strictObject({
    top: field(Fraction, 'Fraction of the height hidden at the top, 0 to 1.', 0),
    bottom: field(Fraction, 'Fraction of the height hidden at the bottom, 0 to 1.', 0),
    left: field(Fraction, 'Fraction of the width hidden on the left, 0 to 1.', 0),
    right: field(Fraction, 'Fraction of the width hidden on the right, 0 to 1.', 0),
  })
  .meta({ id: 'Crop', description: 'Edges to hide.' });

export const CropField = field(Crop, 'Hides the edges of the picture.');

const Distance = z.int().min(0).max(250);

export const ChromaKey = z
  .strictObject({
    color: Color.describe('The colour that becomes transparent, "#RRGGBB".'),
    threshold: field(
      Distance,
      'Distance from the colour up to which a pixel is transparent, whole, 0 to 250.',
      150,
    ),
    halo: field(
      Distance,
      'Distance beyond the threshold over which pixels become opaque, whole, 0 to 250.',
      100,
    ),
  })
  .meta({ id: 'ChromaKey', description: 'A colour to make transparent.' });

export const VideoAsset = z
  .strictObject({
    type: z.literal('video').describe('A video file.'),
    src: SourceUrl.describe('The URL of the video file, public or with credentials in the URL.'),
    transcode: field(z.boolean(), 'True re-encodes the file before rendering.', false),
    trim: Trim,
    volume: Volume,
    volumeEffect: VolumeEffect,
    speed: PlaybackSpeed,
    crop: CropField,
    chromaKey: field(ChromaKey, 'Makes one colour transparent.'),
  })
  .meta({ id: 'VideoAsset', description: 'A video file.' });

export const ImageAsset = z
  .strictObject({
    type: z.literal('image').describe('An image file.'),
    src: SourceUrl.describe('The URL of the image file, public or with credentials in the URL.'),
    crop: CropField,
  })
  .meta({ id: 'ImageAsset', description: 'An image file.' });

export const AudioAsset = z
  .strictObject({
    type: z.literal('audio').describe('A sound file.'),
    src: SourceUrl.describe('The URL of the sound file, public or with credentials in the URL.'),
    trim: Trim,
    volume: Volume,
    speed: PlaybackSpeed,
    effect: VolumeEffect,
  })
  .meta({ id: 'AudioAsset', description: 'A sound file.' });

export const LumaAsset = z
  .strictObject({
    type: z.literal('luma').describe('A grey picture that says where the other clips of its track are seen.'),
    src: SourceUrl.describe('The URL of a grey image or video, public or with credentials in the URL.'),
    trim: Trim,
  })
  .meta({
    id: 'LumaAsset',
    description: 'A grey picture that says where the clips of its track are seen.',
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
