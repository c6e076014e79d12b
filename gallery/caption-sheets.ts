import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clip, editOf, picture } from './edits.ts';
import type { Sheet } from './sheet.ts';

/** The file that the captions are of. */
const SPOKEN = 'spoken.vtt';
const WORDS = `WEBVTT

00:00.000 --> 00:02.400
Wait <00:00.400>for <00:00.700>the <00:01.000>golden <00:01.700>light
`;

/** Makes the subtitles that the captions show. */
export function makeSubtitles(folder: string): Promise<void> {
  return writeFile(join(folder, SPOKEN), WORDS);
}

const STYLES = ['karaoke', 'highlight', 'pop', 'fade', 'slide', 'bounce', 'typewriter', 'none'] as const;
const AT = [0.2, 1.04, 1.12, 1.4, 1.8];
const FONT = { family: 'Montserrat', size: 76, weight: 800 };

/** Captions that follow the voice. */
export function captionSheets(): Sheet[] {
  return [
    {
      file: 'rich-captions',
      heading: 'Rich captions',
      text: 'The eight styles of a `rich-caption`, with a yellow `active` word; "golden" is spoken from 1 to 1.7 s.',
      columns: [{ heading: 'rich captions', captions: AT.map((time) => `${time} s`) }],
      rows: STYLES.map((style) => {
        const asset = {
          type: 'rich-caption',
          src: SPOKEN,
          font: FONT,
          stroke: { width: 6, color: '#101522' },
          active: { font: { color: '#ffe100' } },
          animation: { style },
        };
        const edit = editOf([picture('coast', 3), clip(asset, 3)]);
        return { name: style, tiles: AT.map((at) => ({ edit, at })) };
      }),
    },
  ];
}
