import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ClipJson, editOf, editOfTracks, FPS } from '../edits.ts';
import { takeFrames } from '../take-frames.ts';
import type { Kinora } from '../measure.ts';
import type { Row, Sheet } from '../sheet.ts';

const SIZE = { width: 340, height: 220 };
/** Letters of the font with accents and descenders, and letters of four fallback fonts. */
const TEXT = 'Ångström ÊŸĞ jpgqÇ\nहिन्दी की किताबें 😀\nน้ำที่ยิ้มได้ กู่ฎุ\nالعربيّة جميلةٌ 👩‍👩‍👧';
const LENGTH = 2;
const MOMENTS = [0.08, 0.2, 0.4, 0.6, 1, 1.4, 1.88];

const ANIMATIONS: readonly object[] = [
  { preset: 'fadeIn' },
  { preset: 'fadeIn', style: 'character' },
  { preset: 'fadeIn', style: 'word' },
  { preset: 'slideIn' },
  { preset: 'slideIn', style: 'character', direction: 'up' },
  { preset: 'slideIn', style: 'word' },
  { preset: 'shift' },
  { preset: 'shift', style: 'word', direction: 'up' },
  { preset: 'ascend' },
  { preset: 'ascend', direction: 'down' },
  { preset: 'typewriter' },
  { preset: 'typewriter', style: 'word' },
  { preset: 'movingLetters' },
  { preset: 'movingLetters', direction: 'left' },
];

/** Each animation of rich text with accents, descenders and fallback letters. */
export const movingLetters: Sheet = {
  name: 'moving-letters',
  heading: 'Fallback letters in motion',
  text: 'The first row does not move. In every other row each visible letter has all its parts: the rings and hooks of Latin, the vowel signs of Hindi and Thai, the dots of Arabic, whole emoji. The last picture of a row is the picture of the first row, except with movingLetters.',
  async draw(kinora) {
    const clips = [undefined, ...ANIMATIONS].map((animation, index): ClipJson => ({
      asset: {
        type: 'rich-text',
        text: TEXT,
        font: { size: 30, color: '#14213d' },
        style: { lineHeight: 1.6 },
        ...(animation && { animation: { duration: 1.2, ...animation } }),
      },
      start: index * LENGTH,
      length: LENGTH,
    }));
    const indexes = clips.flatMap((_, index) =>
      MOMENTS.map((moment) => Math.round((index * LENGTH + moment) * FPS)),
    );
    const frames = await takeFrames(
      kinora,
      editOfTracks([clips], { size: SIZE, background: '#ffffff' }),
      indexes,
    );
    const rows = [undefined, ...ANIMATIONS].map((animation, index): Row => ({
      name: animation ? Object.values(animation).join(', ') : 'no animation',
      cells: MOMENTS.map((moment, column) => ({
        caption: `${moment} s`,
        picture: frames[index * MOMENTS.length + column]!,
      })),
    }));
    return [...rows, await drawBackgrounds(kinora)];
  },
};

const WRAPPED = ['Ångström', 'jpgqÇ', 'हिन्दी की', 'น้ำที่ กู่', 'العربيّة', 'a 😀'];

/** Draws wrapped backgrounds without padding: none of the letters may reach out. */
async function drawBackgrounds(kinora: Kinora): Promise<Row> {
  const cells = [];
  for (const text of WRAPPED) {
    const asset = {
      type: 'rich-text',
      text,
      font: { size: 48, color: '#14213d' },
      background: { color: '#ffd166', wrap: true },
    };
    const edit = editOf([{ asset, start: 0, length: 1 }], { size: SIZE, background: '#ffffff' });
    cells.push({
      caption: 'wrapped, no padding',
      picture: await kinora.frame(edit, 0.5),
    });
  }
  return { name: 'background.wrap', cells };
}

const STYLES = ['karaoke', 'highlight', 'pop', 'fade', 'slide', 'bounce', 'typewriter', 'none'];
const CAPTIONS = 'captions.vtt';
const SPOKEN = `WEBVTT

00:00.000 --> 00:02.000
Ångström <00:00.400>हिन्दी <00:00.800>น้ำที่ <00:01.200>العربيّة <00:01.600>jpgq😀
`;
const CAPTION_MOMENTS = [0.04, 0.44, 0.52, 0.84, 1.24, 1.68, 1.96];

/** Each style of rich captions with the same letters. */
export const richCaptions: Sheet = {
  name: 'rich-captions',
  heading: 'Styles of rich captions',
  text: 'Each word has all its parts, also while it moves, and a background that covers its letters. No word overlaps another, except an active one that is larger.',
  async draw(kinora) {
    await writeFile(join(kinora.folder, CAPTIONS), SPOKEN);
    const looks = STYLES.flatMap((style) => [
      { style, active: { font: { color: '#ffe100' } } },
      { style, active: { font: { color: '#ffe100', background: '#c1121f', size: 38 } } },
    ]);
    const tracks = looks.map(({ style, active }, index): ClipJson => ({
      asset: {
        type: 'rich-caption',
        src: CAPTIONS,
        font: { size: 32, weight: 700 },
        stroke: { width: 2, color: '#101522' },
        active,
        animation: { style },
      },
      start: index * LENGTH,
      length: LENGTH,
    }));
    const indexes = looks.flatMap((_, index) =>
      CAPTION_MOMENTS.map((moment) => Math.round((index * LENGTH + moment) * FPS)),
    );
    const frames = await takeFrames(
      kinora,
      editOfTracks([tracks], { size: SIZE, background: '#3d5a80' }),
      indexes,
    );
    return looks.map(({ style, active }, index) => ({
      name: `${style}${'size' in active.font ? ', larger with a background' : ''}`,
      cells: CAPTION_MOMENTS.map((moment, column) => ({
        caption: `${moment} s`,
        picture: frames[index * CAPTION_MOMENTS.length + column]!,
      })),
    }));
  },
};
