import { z } from 'zod';
import { Track } from './clip.ts';
import { DuckField } from './duck.ts';
import { defineObject, field, NonNegativeSeconds, SourceUrl } from './fields.ts';
import { listOf } from './list.ts';
import { mustBe } from '../problems/messages.ts';
import { AudioTrackField, ChannelsField } from './playback/sound-choice.ts';
import { AssetSoundField, soundField } from './sound/sound-filter.ts';
import { Volume } from './tween.ts';
import { SOUNDTRACK_EFFECTS } from './values.ts';

export const Soundtrack = defineObject(
  'Soundtrack',
  'Sound that accompanies the timeline. It ends with the timeline, or with its file if that is earlier.',
  {
    src: SourceUrl.describe('URL of the sound file. The URL may contain credentials.'),
    effect: field(
      z.enum(SOUNDTRACK_EFFECTS),
      'Fades the sound: "fadeIn" at the start, "fadeOut" at the end, "fadeInFadeOut" at both. Each fade lasts up to 2 seconds. Default: no fade.',
    ),
    volume: Volume,
    start: field(
      NonNegativeSeconds,
      'Second of the timeline at which the sound starts, 0 or more. Tweens of the volume count from there.',
      0,
    ),
    loop: field(
      z.boolean(),
      'If true, the sound begins again without a seam whenever it ends, until the timeline ends.',
      false,
    ),
    sound: AssetSoundField,
    duck: DuckField,
    audioTrack: AudioTrackField,
    channels: ChannelsField,
  },
);

/** A colour, or no background at all. */
const Background = z
  .string()
  .regex(
    /^(#([0-9a-fA-F]{3}){1,2}|transparent)$/,
    mustBe('a colour in the form "#RRGGBB" or "#RGB", such as "#1a2b3c", or "transparent"'),
  );

const Font = defineObject('Font', 'Font to download.', {
  src: SourceUrl.describe('URL of the font file. The URL may contain credentials.'),
});

/**
 * The message for a timeline without tracks. It follows the field name. A soundtrack alone is not enough,
 * because it does not extend the timeline (contract 2.1).
 */
const NO_TRACKS =
  'must have at least 1 item, because the timeline lasts as long as its clips. To render sound alone, add a track with an audio clip of the length "auto"';

/** Maximum number of custom fonts. The process that leads a render lists and fetches each. */
const MAX_FONTS = 1000;

export const Timeline = defineObject(
  'Timeline',
  'Tracks of clips, with the background, the fonts and the soundtrack.',
  {
    soundtrack: field(Soundtrack, 'Sound that accompanies the whole timeline.'),
    sound: soundField('of the whole mix, before its loudness and the limiter of the output'),
    background: field(
      Background,
      'Colour behind all tracks, in the form "#RRGGBB" or "#RGB", or "transparent" (an addition of Kinora). A webm with the codec "vp9", a mov with the codec "prores4444", a png and a gif can be transparent.',
      '#000000',
    ),
    fonts: field(
      listOf(Font).max(MAX_FONTS),
      `Custom fonts to download before rendering, at most ${MAX_FONTS}.`,
    ),
    tracks: listOf(Track)
      .min(1, { error: NO_TRACKS })
      .describe('Tracks, at least one. A later track is drawn on top of an earlier one.'),
    cache: field(
      z.boolean(),
      'If true, reuses source files that were fetched within the last 24 hours. If false, fetches every file again.',
      true,
    ),
  },
);

/** Sound that accompanies the timeline. It ends with the timeline, or with its file if that is earlier. */
export type Soundtrack = z.infer<typeof Soundtrack>;
/** Tracks of clips, with the background, the fonts and the soundtrack. */
export type Timeline = z.infer<typeof Timeline>;
