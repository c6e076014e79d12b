import { z } from 'zod';
import { mustBe } from '../../problems/messages.ts';
import { AliasReference, AlphaBackground, AlphaColor, defineAsset, field, WholePixels } from '../fields.ts';
import { CornerRadius } from '../text/text-asset.ts';
import { animated } from '../tween.ts';

/** The shapes of a waveform, the default first. */
const WAVEFORM_SHAPES = ['bars', 'line', 'circle'] as const;

export const WaveformAsset = defineAsset('waveform', 'Drawing that follows the sound of each moment.', {
  source: field(
    z.union([z.literal('mix'), AliasReference], mustBe('"mix" or "alias://NAME"')),
    'Sound that is shown: "mix", which is all that is heard, or "alias://NAME", the clip with this alias alone.',
    'mix',
  ),
  shape: field(
    z.enum(WAVEFORM_SHAPES),
    'Shape: "bars" side by side, a "line" through their ends, or bars around a "circle". Low tones are on the left, or at the top of a circle.',
    WAVEFORM_SHAPES[0],
  ),
  bars: field(
    z.int().min(3).max(256),
    'Number of bars, a whole number from 3 to 256. Each shows a part of the tones from 50 to 14,000 Hz.',
    48,
  ),
  color: field(
    AlphaColor,
    'Colour of the bars or the line, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first).',
    '#ffffff',
  ),
  background: field(
    AlphaBackground,
    'Colour of the box, in the form "#RRGGBB", "#RGB" or "#AARRGGBB" (alpha first), or "transparent".',
    'transparent',
  ),
  mirrored: field(
    z.boolean(),
    'If true, the drawing grows to both sides: up and down from the middle, or out and in from the circle. If false, it grows upwards or outwards.',
    true,
  ),
  gap: field(z.number().min(0).max(0.95), 'Part of the room of each bar that stays empty, 0 to 0.95.', 0.4),
  cornerRadius: CornerRadius,
  thickness: field(WholePixels, 'Thickness of a line that is not mirrored, in whole pixels, 1 or more.', 4),
  gain: field(
    animated(z.number().min(-60).max(60), { minimum: -60, maximum: 60 }),
    'Decibels that are added to the levels before they are drawn, -60 to 60, or a list of tweens. It does not change the sound.',
    0,
  ),
  attack: field(
    z.number().min(0).max(2),
    'Seconds in which the drawing rises from nothing to its full height at most, 0 to 2.',
    0.05,
  ),
  decay: field(
    z.number().min(0).max(5),
    'Seconds in which the drawing falls from its full height to nothing at most, 0 to 5.',
    0.4,
  ),
  width: field(WholePixels, 'Width of the box in whole pixels, 1 or more. Default: the viewport.'),
  height: field(WholePixels, 'Height of the box in whole pixels, 1 or more. Default: the viewport.'),
});

/** Drawing that follows the sound of each moment. */
export type WaveformAsset = z.infer<typeof WaveformAsset>;
