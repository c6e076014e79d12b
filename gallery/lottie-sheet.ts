import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LOTTIE_STAR } from '../test/media/lottie-star.ts';
import { clip, type ClipJson, editOf, picture } from './edits.ts';
import type { Row, Sheet } from './sheet.ts';

const FILE = 'star.json';
const TIMES = [0, 0.4, 0.8, 1.2, 1.6, 1.96];

/** Writes the animation of the sheet into a folder. */
export async function makeLottie(folder: string): Promise<void> {
  await writeFile(join(folder, FILE), LOTTIE_STAR);
}

/** Returns the sheet of Lottie animations. */
export function lottieSheets(): Sheet[] {
  return [
    {
      file: 'lottie',
      heading: 'Lottie animations',
      text: 'An animation of 2 s over a picture, at exact times. It is as sharp as its clip is large.',
      columns: [{ heading: 'asset and clip', captions: TIMES.map((time) => `${time.toFixed(2)} s`) }],
      rows: [
        row('fit: contain', {}, { fit: 'contain' }),
        row('speed: 0.5, trim: 0.5', { speed: 0.5, trim: 0.5 }, { fit: 'contain' }),
        row('speed: 2, loop: true', { speed: 2, loop: true }, { fit: 'contain' }),
        row(
          'scale: 0.5, rotate, filter',
          {},
          {
            fit: 'contain',
            scale: 0.5,
            filter: 'negative',
            transform: { rotate: { angle: -15 } },
          },
        ),
      ],
    },
  ];
}

function row(name: string, asset: object, more: ClipJson): Row {
  const edit = editOf([picture('night', 2), clip({ type: 'lottie', src: FILE, ...asset }, 2, more)]);
  return { name, tiles: TIMES.map((at) => ({ edit, at })) };
}
