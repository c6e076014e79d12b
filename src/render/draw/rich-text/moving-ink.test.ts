import { expect, it } from 'vitest';
import { DIFFICULT_TEXTS, lostInkOf, MOTIONS } from './moving-ink.fixture.ts';

/** The share of its ink that a text may lose or gain by rounding. */
const TOLERANCE = 0.002;
const LOOK = {
  // All scripts but Latin come from fallback fonts.
  font: { family: 'Permanent Marker', size: 48 },
  style: { letterSpacing: 16 },
};

it.each(MOTIONS.map((motion) => ({ motion, name: Object.values(motion).join(' ') })))(
  'letters of every script keep all of their ink while they move: $name',
  async ({ motion }) => {
    for (const text of DIFFICULT_TEXTS)
      expect.soft(Math.abs(await lostInkOf({ text, ...LOOK }, motion)), text).toBeLessThan(TOLERANCE);
  },
);

it.each([
  { font: { ...LOOK.font, stroke: { width: 12, color: '#ff0000' } } },
  { font: { ...LOOK.font, style: 'italic' as const } },
  { font: { ...LOOK.font, opacity: 0.5, stroke: { width: 5, color: '#ff0000', opacity: 0.5 } } },
  { shadow: { offsetX: 8, offsetY: 8, blur: 6 } },
])('letters keep their strokes, slants and shadows while they move: %j', async (given) => {
  for (const text of ['कि\u{1f389}Åj', 'ẫ ặ น้ำ']) {
    const lost = await lostInkOf({ text, ...LOOK, ...given }, { preset: 'movingLetters' });
    expect.soft(Math.abs(lost), text).toBeLessThan(2 * TOLERANCE);
  }
});

it.each([
  { scale: 0.35 },
  { scale: 1.7 },
  // Letters larger than 256 px are drawn again in each frame.
  { scale: 6 },
  { angle: 0.3 },
])('letters keep their ink in a clip that is turned or scaled: %j', async (place) => {
  for (const text of ['कि\u{1f389}Åj', 'ẫ ặ น้ำ']) {
    const lost = await lostInkOf({ text, ...LOOK }, { preset: 'shift', style: 'word' }, place);
    expect.soft(Math.abs(lost), text).toBeLessThan(2 * TOLERANCE);
  }
});
