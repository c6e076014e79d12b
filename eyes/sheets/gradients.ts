import { join } from 'node:path';
import { FILTERS } from '../../src/edit/schema/values.ts';
import { type ClipJson, editOf, FPS } from '../edits.ts';
import { writeDrawing } from '../material/pictures.ts';
import { amplifyPicture, cropPicture } from '../picture.ts';
import { drawScenes, takeFrames } from '../take-frames.ts';
import type { Row, Sheet } from '../sheet.ts';

const SIZE = { width: 320, height: 180 };
const DARK =
  '<linearGradient id="d" x2="1" y2="1"><stop stop-color="#05080f"/><stop offset="1" stop-color="#2b3a55"/></linearGradient><rect width="320" height="180" fill="url(#d)"/>';
const SKY =
  '<linearGradient id="s" x2="0" y2="1"><stop stop-color="#3a6ea5"/><stop offset="0.7" stop-color="#f7c59f"/><stop offset="1" stop-color="#7d5a6a"/></linearGradient><rect width="320" height="180" fill="url(#s)"/><circle cx="228" cy="92" r="22" fill="#fff3c9"/><path d="M20 40h60M20 60h60" stroke="#14213d" stroke-width="2"/><rect x="40" y="100" width="70" height="50" fill="#c1121f"/>';

/** Gradients in fades, blurs and filters, also amplified. */
export const gradients: Sheet = {
  name: 'gradients',
  heading: 'Gradients, fades and filters',
  text: 'Gradients have no wide bands, also where their contrast is amplified eight times, and fades are even: no frame is too bright or too dark. Blurred edges are soft to all sides, and the outermost pixels have no rim.',
  async draw(kinora) {
    await writeDrawing(join(kinora.folder, 'dark.png'), SIZE, DARK);
    await writeDrawing(join(kinora.folder, 'sky.png'), SIZE, SKY);
    const moments = [0, 5, 10, 13, 18, 24, 30];
    const fade = (src: string): ClipJson => ({
      asset: { type: 'image', src },
      start: 0,
      length: 2,
      transition: { in: 'fade' },
    });
    const rows: Row[] = [];
    for (const src of ['dark.png', 'sky.png']) {
      const edit = editOf([fade(src)], { size: SIZE, background: '#000000' });
      const frames = await takeFrames(kinora, edit, moments);
      const caption = (index: number) => `frame ${moments[index] ?? 0} of ${FPS}`;
      rows.push({
        name: `${src}, fade`,
        cells: frames.map((picture, index) => ({ caption: caption(index), picture })),
      });
      if (src === 'dark.png')
        rows.push({
          name: 'dark.png, fade, the middle amplified eight times',
          cells: frames.map((picture, index) => ({
            caption: caption(index),
            picture: amplifyPicture(picture, 8, middleLevel(picture)),
          })),
        });
    }
    const scenes = FILTERS.map((filter) => [
      [{ asset: { type: 'image', src: 'sky.png' }, filter, scale: 0.8 }],
    ]);
    const pictures = await drawScenes(kinora, scenes, { size: SIZE, background: '#000000' });
    const cells = FILTERS.map((caption, index) => ({ caption, picture: pictures[index]! }));
    const half = Math.ceil(cells.length / 2);
    rows.push(
      { name: 'filters', cells: cells.slice(0, half) },
      { name: 'filters', cells: cells.slice(half) },
    );
    return rows;
  },
};

function middleLevel(picture: { data: Uint8Array; width: number; height: number }): number {
  const middle = cropPicture(picture, [
    Math.floor(picture.width / 2) - 8,
    Math.floor(picture.height / 2) - 8,
    16,
    16,
  ]);
  return middle.data.reduce((sum, value) => sum + value, 0) / middle.data.length;
}
