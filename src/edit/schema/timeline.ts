import { z } from 'zod';
import { Clip } from './clip.ts';
import { describeMismatch } from '../problems/messages.ts';
import { Color, field, SourceUrl } from './fields.ts';
import { listOf } from './list.ts';
import { SOUNDTRACK_EFFECTS } from './values.ts';

/** A number alone, unlike the volumes of clips; who gives tweens is told where those are heard. */
const SoundtrackVolume = z
  .number({
    error: ({ input }) =>
      Array.isArray(input)
        ? `${describeMismatch('a number', input)}; for tweens put the sound on a track, as a clip with an audio asset`
        : undefined,
  })
  .min(0)
  .max(1);

export const Soundtrack = z
  .strictObject({
    src: SourceUrl.describe('The URL of the sound file, public or with credentials in the URL.'),
    effect: field(
      z.enum(SOUNDTRACK_EFFECTS),
      'Fades the sound in, out or both, over up to 2 seconds each. Without it there is no fade.',
    ),
    volume: field(
      SoundtrackVolume,
      'Loudness, 0 (silent) to 1 (as recorded). For tweens put the sound on a track as an audio clip.',
      1,
    ),
  })
  .meta({
    id: 'Soundtrack',
    description: 'Sound from the start of the timeline to its own end or that of the timeline.',
  });

export const Font = z
  .strictObject({
    src: SourceUrl.describe('The URL of the font file, public or with credentials in the URL.'),
  })
  .meta({ id: 'Font', description: 'A font to download.' });

export const Track = z
  .strictObject({
    clips: listOf(Clip).min(1).describe('The clips of the track, at least one.'),
  })
  .meta({ id: 'Track', description: 'One layer of clips.' });

/** Follows the name of the field. A soundtrack has nothing to play under, since it does not make the timeline longer (contract 2.1). */
const NO_TRACKS =
  'must have at least 1 item: the timeline lasts as long as its clips; put a sound alone on a track, as a clip with an audio asset and the length "auto"';

export const Timeline = z
  .strictObject({
    soundtrack: field(Soundtrack, 'Sound under the whole timeline.'),
    background: field(Color, 'Colour behind all tracks, "#RRGGBB".', '#000000'),
    fonts: field(listOf(Font), 'Fonts to download before rendering.'),
    tracks: listOf(Track)
      .min(1, { error: NO_TRACKS })
      .describe('The layers, at least one; a later track lies on top of an earlier one.'),
    cache: field(z.boolean(), 'Whether files fetched within the last 24 hours may be used again.', true),
  })
  .meta({ id: 'Timeline', description: 'Everything that is seen and heard.' });

/** Sound from the start of the timeline to its own end or that of the timeline, whichever comes first. */
export type Soundtrack = z.infer<typeof Soundtrack>;
/** A font to download. */
export type Font = z.infer<typeof Font>;
/** One layer of clips. */
export type Track = z.infer<typeof Track>;
/** Everything that is seen and heard. */
export type Timeline = z.infer<typeof Timeline>;
