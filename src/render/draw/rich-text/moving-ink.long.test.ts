import { expect, it } from 'vitest';
import { FAMILY_NAMES } from '../../../edit/model.ts';
import { createFontLibrary } from '../../fonts/font-library.ts';
import { FONT_FILES } from '../../fonts/font-files.fixture.ts';
import { openCustomFont } from '../../fonts/custom-font.ts';
import { splitGraphemes } from '../../text-layout/segmenters.ts';
import type { TextAnimation } from './entrance.ts';
import { DIFFICULT_TEXTS, lostInkOf } from './moving-ink.fixture.ts';

/** The share of its ink that a text may lose or gain by rounding. */
const TOLERANCE = 0.004;
const DIRECTIONS = ['left', 'right', 'up', 'down'] as const;
const STYLES = ['character', 'word'] as const;

/** Every animation that moves units, in every style and direction. */
const ALL_MOTIONS: readonly TextAnimation[] = [
  { preset: 'fadeIn' },
  ...STYLES.map((style) => ({ preset: 'fadeIn', style }) as const),
  ...DIRECTIONS.flatMap((direction) => [
    { preset: 'slideIn', direction } as const,
    ...STYLES.map((style) => ({ preset: 'slideIn', style, direction }) as const),
    ...STYLES.map((style) => ({ preset: 'shift', style, direction }) as const),
    { preset: 'movingLetters', direction } as const,
  ]),
  ...(['up', 'down'] as const).map((direction) => ({ preset: 'ascend', direction }) as const),
];

it.each(FAMILY_NAMES)('letters keep their ink in every motion: %s', async (family) => {
  const look = { font: { family, size: 40 }, style: { letterSpacing: 16 } };
  for (const text of DIFFICULT_TEXTS) {
    for (const motion of ALL_MOTIONS) {
      const lost = await lostInkOf({ text, ...look }, motion);
      expect.soft(Math.abs(lost), `${text} ${JSON.stringify(motion)}`).toBeLessThan(TOLERANCE);
    }
  }
});

it.each(FAMILY_NAMES)('each letter alone keeps its ink: %s', async (family) => {
  const letters = new Set(splitGraphemes(`${DIFFICULT_TEXTS.join('')}QJfy@&{}`));
  for (const text of [...letters].filter((letter) => letter.trim() !== '')) {
    for (const style of ['normal', 'italic'] as const) {
      const font = { family, size: 40, style };
      const lost = await lostInkOf({ text, font }, { preset: 'shift', style: 'character' });
      expect.soft(Math.abs(lost), `${text} ${style}`).toBeLessThan(TOLERANCE);
    }
  }
});

it.each(Object.keys(FONT_FILES) as (keyof typeof FONT_FILES)[])(
  'letters of fonts of an edit keep their ink: %s',
  async (name) => {
    const font = openCustomFont(FONT_FILES[name], `${name}.ttf`);
    const fonts = createFontLibrary([font]);
    for (const text of DIFFICULT_TEXTS) {
      const look = { font: { family: font.family, size: 40 }, style: { letterSpacing: 16 } };
      const lost = await lostInkOf({ text, ...look }, { preset: 'movingLetters' }, {}, fonts);
      expect.soft(Math.abs(lost), text).toBeLessThan(TOLERANCE);
    }
  },
);
