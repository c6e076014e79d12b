import { CutoutField } from './cutout.ts';
import { z } from 'zod';
import { DuckField } from './duck.ts';
import {
  Color,
  defineAsset,
  defineObject,
  EncodingField,
  field,
  NonNegativeSeconds,
  SourceUrl,
  SpeedFactor,
} from './fields.ts';
import { CutSilenceField } from './playback/cut-silence.ts';
import { WordsField } from './playback/words.ts';
import { AudioTrackField, ChannelsField } from './playback/sound-choice.ts';
import { definePromptedAsset } from './prompted-asset.ts';
import { AssetSoundField } from './sound/sound-filter.ts';
import { AnimatedSpeed, animatedWithin, Volume, VolumeEffect } from './tween.ts';

export const Trim = field(NonNegativeSeconds, 'Seconds to skip at the beginning of the file, 0 or more.', 0);

export const PlaybackSpeed = field(
  SpeedFactor,
  'Playback speed as a factor, 0 (frozen) to 10. 2 plays the file in half the time.',
  1,
);

const Loop = field(
  z.boolean(),
  'If true, the file begins again at its trim whenever it ends, until the clip ends. It does not change a length of "auto".',
  false,
);

const SlowMotion = field(
  z.enum(['nearest', 'blend']),
  'What is shown between two frames of the video, at a speed of 1 or less. "nearest" shows the nearer frame, "blend" blends both by how near they are.',
  'nearest',
);

export const PreservePitch = field(
  z.boolean(),
  'If true, the sound keeps its pitch at another speed. If false, a higher speed raises it, as on a tape.',
  false,
);

const Edge = animatedWithin(0, 1);

export const Crop = defineObject('Crop', 'Edges of a picture to hide.', {
  top: field(Edge, 'Fraction of the height to hide at the top, 0 to 1, or a list of tweens.', 0),
  bottom: field(Edge, 'Fraction of the height to hide at the bottom, 0 to 1, or a list of tweens.', 0),
  left: field(Edge, 'Fraction of the width to hide on the left, 0 to 1, or a list of tweens.', 0),
  right: field(Edge, 'Fraction of the width to hide on the right, 0 to 1, or a list of tweens.', 0),
});

export const CropField = field(Crop, 'Hides the edges of the picture. The rest keeps its place.');

const Distance = z.number().min(0).max(250);

export const ChromaKey = defineObject('ChromaKey', 'Colour that becomes transparent.', {
  color: Color.describe('Colour that becomes transparent, in the form "#RRGGBB" or "#RGB".'),
  threshold: field(
    Distance,
    'Distance from the colour up to which pixels are transparent, 0 to 250. Default: 60 if there is a halo, otherwise measured.',
  ),
  halo: field(
    Distance,
    'Distance beyond the threshold over which pixels gradually become opaque, 0 to 250. Default: 80 if there is a threshold, otherwise measured.',
  ),
});

export const VideoAsset = definePromptedAsset('video', 'Video file', {
  transcode: field(
    z.boolean(),
    'If true, re-encodes the file before rendering. If false, re-encodes it only if necessary.',
    false,
  ),
  trim: Trim,
  volume: Volume,
  volumeEffect: VolumeEffect,
  sound: AssetSoundField,
  duck: DuckField,
  audioTrack: AudioTrackField,
  channels: ChannelsField,
  speed: AnimatedSpeed,
  preservePitch: PreservePitch,
  slowMotion: SlowMotion,
  loop: Loop,
  cutSilence: CutSilenceField,
  words: WordsField,
  crop: CropField,
  chromaKey: field(ChromaKey, 'Makes one colour transparent.'),
  cutout: CutoutField,
});

export const ImageAsset = definePromptedAsset('image', 'Image file', {
  encoding: EncodingField,
  crop: CropField,
  cutout: CutoutField,
  loop: field(
    z.boolean(),
    'If true, an animated picture plays again whenever it ends, until the clip ends. Default: as often as its file says.',
    false,
  ),
});

export const AudioAsset = definePromptedAsset('audio', 'Sound file', {
  trim: Trim,
  volume: Volume,
  speed: PlaybackSpeed,
  preservePitch: PreservePitch,
  effect: VolumeEffect,
  sound: AssetSoundField,
  duck: DuckField,
  audioTrack: AudioTrackField,
  channels: ChannelsField,
  loop: Loop,
  cutSilence: CutSilenceField,
  words: WordsField,
});

export const LumaAsset = defineAsset(
  'luma',
  'Luma matte: a greyscale image or video that hides parts of the other clips on its track.',
  {
    src: SourceUrl.describe('URL of the greyscale image or video. The URL may contain credentials.'),
    trim: Trim,
  },
);

/** Edges of a picture to hide. */
export type Crop = z.infer<typeof Crop>;
/** Colour that becomes transparent. */
export type ChromaKey = z.infer<typeof ChromaKey>;
/** Video file. */
export type VideoAsset = z.infer<typeof VideoAsset>;
/** Image file. */
export type ImageAsset = z.infer<typeof ImageAsset>;
/** Sound file. */
export type AudioAsset = z.infer<typeof AudioAsset>;
/** Luma matte: a greyscale image or video that hides parts of the other clips on its track. */
export type LumaAsset = z.infer<typeof LumaAsset>;
