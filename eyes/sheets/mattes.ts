import { join } from 'node:path';
import { writeFilm } from '../material/film.ts';
import { writeDrawing, writePhotograph } from '../material/pictures.ts';
import type { Sheet } from '../sheet.ts';
import { drawScenes } from '../take-frames.ts';

const SIZE = { width: 320, height: 180 };
const MATTES = {
  disc: '<radialGradient id="m"><stop offset="0.5" stop-color="#fff"/><stop offset="1" stop-color="#000"/></radialGradient><rect width="320" height="180" fill="#000"/><circle cx="160" cy="90" r="86" fill="url(#m)"/>',
  star: '<rect width="320" height="180"/><path d="M160 8l26 58 62 6-47 42 14 62-55-33-55 33 14-62-47-42 62-6z" fill="#fff"/>',
  lines: `<rect width="320" height="180"/><g stroke="#fff">${Array.from({ length: 20 }, (_, index) => `<path d="M${8 + 16 * index}.5 0l20 180" stroke-width="${1 + (index % 4)}"/>`).join('')}</g>`,
  ramp: '<linearGradient id="m"><stop/><stop offset="1" stop-color="#fff"/></linearGradient><rect width="320" height="180" fill="url(#m)"/>',
} as const;
const ASSETS: Readonly<Record<string, object>> = {
  image: { type: 'image', src: 'photograph.png' },
  video: { type: 'video', src: 'photograph.mp4' },
  'rich-text': {
    type: 'rich-text',
    text: 'Matte of letters, thin and bold',
    font: { size: 44, color: '#ffffff' },
  },
};
const BACKGROUND = '#8d1b3d';

/** Mattes of pictures and videos, on pictures, videos and texts. */
export const mattes: Sheet = {
  name: 'mattes',
  heading: 'Mattes',
  text: 'White shows the clip, black hides it, and grey mixes it with the red background. Soft edges are even, hard edges and lines have no rim, and a matte that is a video looks like the one that is a picture.',
  async draw(kinora) {
    const photograph = join(kinora.folder, 'photograph.png');
    await writePhotograph(photograph, SIZE);
    await writeFilm(join(kinora.folder, 'photograph.mp4'), photograph);
    const cases = Object.keys(MATTES).flatMap((matte) =>
      Object.entries(ASSETS).flatMap(([kind, asset]) =>
        ['png', 'mp4'].map((type) => ({
          matte,
          asset,
          caption: `${kind}, matte.${type}`,
          src: `${matte}.${type}`,
        })),
      ),
    );
    for (const [name, drawing] of Object.entries(MATTES)) {
      const still = join(kinora.folder, `${name}.png`);
      await writeDrawing(still, SIZE, drawing);
      await writeFilm(join(kinora.folder, `${name}.mp4`), still);
    }
    const scenes = cases.map(({ asset, src }) => [[{ asset }, { asset: { type: 'luma', src } }]]);
    const pictures = await drawScenes(kinora, scenes, { size: SIZE, background: BACKGROUND });
    return Object.keys(MATTES).map((name) => ({
      name,
      cells: cases.flatMap(({ matte, caption }, index) =>
        matte === name ? [{ caption, picture: pictures[index]! }] : [],
      ),
    }));
  },
};
