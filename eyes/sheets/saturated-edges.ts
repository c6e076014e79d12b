import { parse, join } from 'node:path';
import { type ClipJson, editOf, placeInBox } from '../edits.ts';
import type { Kinora, Picture } from '../measure.ts';
import { cropPicture, readPicture } from '../picture.ts';
import type { Sheet } from '../sheet.ts';

/** Letters, thin lines and steps of one pixel. */
const TILE = { width: 216, height: 112 };
const ACROSS = 2;
const SIZE = { width: ACROSS * TILE.width, height: 3 * TILE.height };
const PAIRS = [
  ['#ff0000', '#0000ff'],
  ['#0000ff', '#ff0000'],
  ['#00ffff', '#ff00ff'],
  ['#ffff00', '#0000ff'],
  ['#00ff00', '#ff0000'],
  ['#ff00ff', '#000000'],
] as const;
const FORMATS: Readonly<Record<string, object>> = {
  'frame.png': { format: 'png' },
  'veryhigh.jpg': { format: 'jpg', quality: 'veryhigh' },
  'medium.jpg': { format: 'jpg', quality: 'medium' },
  'frame.bmp': { format: 'bmp' },
  'frame.gif': { format: 'gif' },
};

/** Saturated colours next to each other, in every format. */
export const saturatedEdges: Sheet = {
  name: 'saturated-edges',
  heading: 'Saturated edges',
  text: 'In png, bmp, jpg of the best quality and posters, letters and lines keep their full colour up to the edge. Only the videos (the last picture) store colours at half size, where thin letters may become grey.',
  enlarge: 2,
  async draw(kinora) {
    const pictures = await drawFormats(kinora);
    return PAIRS.map(([front, back], index) => ({
      name: `${front} on ${back}`,
      cells: Object.entries(pictures).map(([caption, picture]) => ({
        caption,
        picture: cropPicture(picture, [
          (index % ACROSS) * TILE.width,
          Math.floor(index / ACROSS) * TILE.height,
          TILE.width,
          TILE.height,
        ]),
      })),
    }));
  },
};

/** Draws all pairs of colours in one picture, in each format. */
async function drawFormats(kinora: Kinora): Promise<Readonly<Record<string, Picture>>> {
  const clips = PAIRS.flatMap(([front, back], index) => drawEdges(front, back, index));
  const edit = (output: object) => editOf(clips, { size: SIZE, output });
  const pictures: Record<string, Picture> = { 'kinora frame': await kinora.frame(edit({}), 0.04) };
  for (const [name, output] of Object.entries(FORMATS))
    pictures[name] = await readPicture(await kinora.render(edit(output), name));
  const video = await kinora.render(edit({ poster: { capture: 0 } }), 'video.mp4');
  const { dir, name } = parse(video);
  pictures['poster'] = await readPicture(join(dir, `${name}-poster.jpg`));
  const [frame] = await kinora.frames(video, { from: 0.04, count: 1 });
  if (frame) pictures['mp4'] = frame;
  return pictures;
}

/** Draws the letters, lines and steps of a pair of colours into its tile. */
function drawEdges(front: string, back: string, index: number): ClipJson[] {
  const lines = [1, 2, 3].map(
    (width, at) => `<path d="M${10 + 30 * at}.5 64V104M${20 + 30 * at} 64l12 40" stroke-width="${width}"/>`,
  );
  const steps = Array.from(
    { length: 40 },
    (_, at) => `<rect x="${110 + 2 * at}" y="${64 + 10 * (at % 4)}" width="1" height="10"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE.width}" height="${TILE.height}"><rect width="100%" height="100%" fill="${back}"/><g fill="${front}">${steps.join('')}</g><g fill="none" stroke="${front}">${lines.join('')}</g></svg>`;
  const [x, y] = [(index % ACROSS) * TILE.width, Math.floor(index / ACROSS) * TILE.height];
  const place = (asset: object, [left, top, width, height]: readonly [number, number, number, number]) =>
    placeInBox({ asset, start: 0, length: 0.2 }, [x + left, y + top, width, height], SIZE);
  const text = (size: number, top: number) =>
    place(
      {
        type: 'rich-text',
        text: `${size} Saturated letters`,
        font: { size, color: front },
        align: { horizontal: 'left' },
      },
      [6, top, TILE.width - 6, 22],
    );
  return [
    place({ type: 'svg', src: svg }, [0, 0, TILE.width, TILE.height]),
    text(14, 2),
    text(11, 20),
    text(20, 38),
  ];
}
