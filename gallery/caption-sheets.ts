import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clip, editOf, picture } from './edits.ts';
import type { Sheet } from './sheet.ts';

/** Caption file with a time for each word. */
const SPOKEN = 'spoken.vtt';
const WORDS = `WEBVTT

00:00.000 --> 00:02.400
Wait <00:00.400>for <00:00.700>the <00:01.000>golden <00:01.700>light
`;

/** Caption file with captions of two lines, and with two captions that overlap in time. */
const TALK = 'talk.srt';
const SUBTITLES = `1
00:00:00,000 --> 00:00:01,000
We left before the sun was up, and reached the coast when all of it turned golden.

2
00:00:01,000 --> 00:00:03,000
– Do you see the light?
– I do.

3
00:00:01,500 --> 00:00:03,000
(waves, and a far bell)

4
00:00:03,000 --> 00:00:04,000
وصلنا إلى الساحل عند الفجر
我们在黎明时分到达海岸 🌅
`;

/** Writes the caption files of the sheets. */
export async function makeSubtitles(folder: string): Promise<void> {
  await writeFile(join(folder, SPOKEN), WORDS);
  await writeFile(join(folder, TALK), SUBTITLES);
}

const ANIMATION_STYLES = [
  'karaoke',
  'highlight',
  'pop',
  'fade',
  'slide',
  'bounce',
  'typewriter',
  'none',
] as const;
const TIMES = [0.2, 1.04, 1.12, 1.4, 1.8];
const FONT = { family: 'Montserrat', size: 76, weight: 800 };

/** Styles of plain captions. */
const CAPTION_STYLES: Readonly<Record<string, object>> = {
  'a shadow, by default': { font: { size: 28 } },
  'a background': {
    font: { size: 26, family: 'Montserrat SemiBold' },
    background: { color: '#101522', opacity: 0.7, padding: 9, borderRadius: 9 },
  },
  'a stroke': {
    font: { size: 30, family: 'Montserrat ExtraBold', color: '#ffe14d', stroke: '#101522', strokeWidth: 4 },
  },
};

/** Returns the sheets of plain captions and of rich captions, which follow the voice. */
export function captionSheets(): Sheet[] {
  return [
    {
      file: 'captions',
      heading: 'Captions',
      text: 'A `caption` of an SRT file: a long line, two simultaneous cues, and other scripts.',
      columns: [{ heading: 'captions', captions: ['0.5 s', '2 s', '3.5 s'] }],
      rows: Object.entries(CAPTION_STYLES).map(([name, look]) => {
        const edit = editOf([picture('coast', 4), clip({ type: 'caption', src: TALK, ...look }, 4)]);
        return { name, tiles: [0.5, 2, 3.5].map((at) => ({ edit, at })) };
      }),
    },
    {
      file: 'rich-captions',
      heading: 'Rich captions',
      text: 'The eight styles of a `rich-caption` with a yellow `active` word. "golden" is spoken from 1 to 1.7 s.',
      columns: [{ heading: 'rich captions', captions: TIMES.map((time) => `${time} s`) }],
      rows: ANIMATION_STYLES.map((style) => {
        const asset = {
          type: 'rich-caption',
          src: SPOKEN,
          font: FONT,
          stroke: { width: 6, color: '#101522' },
          active: { font: { color: '#ffe100' } },
          animation: { style },
        };
        const edit = editOf([picture('coast', 3), clip(asset, 3)]);
        return { name: style, tiles: TIMES.map((at) => ({ edit, at })) };
      }),
    },
  ];
}
