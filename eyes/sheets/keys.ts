import { join } from 'node:path';
import { editOf, placeInBox } from '../edits.ts';
import { writeFilm } from '../material/film.ts';
import { writeDrawing } from '../material/pictures.ts';
import type { Kinora, Picture } from '../measure.ts';
import { cropPicture, readPicture } from '../picture.ts';
import type { Row, Sheet } from '../sheet.ts';

const SIZE = { width: 320, height: 180 };
const BACKGROUNDS = ['#ffffff', '#000000', '#c1121f', '#808080'];
const KEYS: Readonly<Record<string, object>> = {
  'the defaults': {},
  '60 and 80': { threshold: 60, halo: 80 },
  'hard: 100 and 0': { threshold: 100, halo: 0 },
};

interface Screen {
  readonly name: string;
  /** The colour of the key, and that of the screen, which is slightly different in the uneven one. */
  readonly color: string;
  readonly backdrop: string;
  /** Light of the screen that falls on the figure, as an opaque colour that is blended at 12 %. */
  readonly spill: string;
}

const SCREENS: readonly Screen[] = [
  {
    name: 'green screen',
    color: '#00b140',
    backdrop: '<rect width="320" height="180" fill="#00b140"/>',
    spill: '#00b140',
  },
  {
    name: 'uneven green screen',
    color: '#00b140',
    backdrop:
      '<radialGradient id="b"><stop stop-color="#10c24c"/><stop offset="1" stop-color="#0a8a34"/></radialGradient><rect width="320" height="180" fill="url(#b)"/>',
    spill: '#00b140',
  },
  {
    name: 'blue screen',
    color: '#0047bb',
    backdrop: '<rect width="320" height="180" fill="#0047bb"/>',
    spill: '#0047bb',
  },
];

/** Chroma keys of figures with hair, dark cloth, glass and motion blur. */
export const keys: Sheet = {
  name: 'keys',
  heading: 'Chroma keys',
  text: 'The first picture of a row is the source. Over each background the figure has clean edges without a rim in the colour of the screen, its hair stays, the glass lets the background through, and the dark cloth is even: no blotches, no violet.',
  async draw(kinora) {
    const rows: Row[] = [];
    for (const screen of SCREENS) rows.push(...(await drawScreen(kinora, screen)));
    return rows;
  },
};

async function drawScreen(kinora: Kinora, screen: Screen): Promise<Row[]> {
  const [still, src] = [join(kinora.folder, 'screen.png'), 'screen.mp4'];
  await writeDrawing(still, SIZE, `${screen.backdrop}${drawFigure(screen)}`);
  await writeFilm(join(kinora.folder, src), still, { count: 5 });
  const rows: Row[] = [];
  for (const [name, key] of Object.entries(KEYS)) {
    const keyed = await drawKey(kinora, src, { color: screen.color, ...key });
    const cells = BACKGROUNDS.map((caption, index) => ({ caption, picture: keyed[index]! }));
    const source = { caption: 'source', picture: await readPicture(still) };
    rows.push({ name: `${screen.name}, ${name}`, cells: [source, ...cells] });
  }
  return rows;
}

/** Draws a keyed film over each background: side by side in one frame, and cut apart again. */
async function drawKey(kinora: Kinora, src: string, chromaKey: object): Promise<Picture[]> {
  const { width, height } = SIZE;
  const size = { width: BACKGROUNDS.length * width, height };
  const clips = BACKGROUNDS.flatMap((color, index) =>
    [
      { type: 'shape', shape: 'rectangle', rectangle: SIZE, fill: { color } },
      { type: 'video', src, chromaKey },
    ].map((asset) => placeInBox({ asset, start: 0, length: 0.2 }, [index * width, 0, width, height], size)),
  );
  const all = await kinora.frame(editOf(clips, { size }), 0.08);
  return BACKGROUNDS.map((_, index) => cropPicture(all, [index * width, 0, width, height]));
}

/** Draws a figure with hair and dark cloth, a glass, a blurred ball, thin lines, and patches of all colours. */
function drawFigure({ spill }: Screen): string {
  const hairs = Array.from({ length: 26 }, (_, index) => {
    const angle = Math.PI * (0.95 + (1.1 * index) / 25);
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    return `<path d="M${80 + 22 * x} ${60 + 22 * y}q${9 * x - 3 * y} ${9 * y + 3 * x} ${16 * x} ${16 * y}"/>`;
  }).join('');
  const cloth = [0, 6, 12, 20, 28, 36, 48, 60]
    .map(
      (grey, index) =>
        `<path d="M${40 + 10 * index} 100h10v80h-10z" fill="rgb(${grey},${grey},${grey + 5})"/>`,
    )
    .join('');
  const patches = ['#c1121f', '#ffd166', '#ff4d8d', '#f3e9d2', '#3066be', '#7a3b12', '#00a5a5', '#111111'];
  const colours = patches
    .map(
      (fill, index) =>
        `<rect x="${226 + 22 * (index % 4)}" y="${118 + 26 * Math.floor(index / 4)}" width="18" height="22" rx="4" fill="${fill}"/>`,
    )
    .join('');
  return `
    <linearGradient id="s" x2="1" y2="1"><stop stop-color="${spill}" stop-opacity="0.3"/><stop offset="0.6" stop-color="${spill}" stop-opacity="0.06"/></linearGradient>
    <filter id="f"><feGaussianBlur stdDeviation="7 0.3"/></filter>
    <g stroke="#2b1a10" stroke-width="0.8" fill="none">${hairs}</g>
    <circle cx="80" cy="62" r="23" fill="#d9a07b"/><path d="M58 58a22 22 0 0 1 44 0q-22-14-44 0z" fill="#2b1a10"/>
    <g>${cloth}</g><rect x="40" y="100" width="80" height="80" fill="url(#s)"/>
    <rect x="150" y="100" width="36" height="66" rx="6" fill="#ffffff" fill-opacity="0.35"/><path d="M156 106v54" stroke="#ffffff" stroke-width="3" stroke-opacity="0.9"/>
    <circle cx="190" cy="50" r="17" fill="#e4572e" filter="url(#f)"/>
    <g stroke="#f2f2f2"><path d="M240 20l60 20" stroke-width="1"/><path d="M240 34l60 20" stroke-width="2"/><path d="M240 48l60 20" stroke-width="3"/></g>
    <g stroke="#101010"><path d="M240 66l60 20" stroke-width="1"/><path d="M240 80l60 20" stroke-width="2"/></g>
    ${colours}`;
}
