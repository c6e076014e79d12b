import { z } from 'zod';
import { Clip } from './clip.ts';
import { Color, Fraction, SourceUrl } from './fields.ts';
import { listOf } from './list.ts';
import { SOUNDTRACK_EFFECTS } from './values.ts';

export const Soundtrack = z.strictObject({
  src: SourceUrl.describe('The URL of the sound file, public or with credentials in the URL.'),
  effect: z.enum(SOUNDTRACK_EFFECTS).optional().describe('Fades the sound in, out or both. Default no fade.'),
  volume: Fraction.optional().describe('Loudness, 0 (silent) to 1 (as recorded). Default 1.'),
});

export const Font = z.strictObject({
  src: SourceUrl.describe('The URL of the font file, public or with credentials in the URL.'),
});

export const Track = z.strictObject({
  clips: listOf(Clip).min(1).describe('The clips of the track, at least one.'),
});

export const Timeline = z.strictObject({
  soundtrack: Soundtrack.optional().describe('Sound under the whole timeline.'),
  background: Color.optional().describe('Colour behind all tracks, "#RRGGBB". Default #000000.'),
  fonts: listOf(Font).optional().describe('Fonts to download before rendering.'),
  tracks: listOf(Track).min(1).describe('The layers, at least one.'),
  cache: z
    .boolean()
    .optional()
    .describe('Whether files fetched within the last 24 hours may be used again. Default true.'),
});

/** Sound from the start of the timeline to its own end or that of the timeline, whichever comes first. */
export type Soundtrack = z.infer<typeof Soundtrack>;
/** A font to download. */
export type Font = z.infer<typeof Font>;
/** One layer of clips. */
export type Track = z.infer<typeof Track>;
/** Everything that is seen and heard. */
export type Timeline = z.infer<typeof Timeline>;
