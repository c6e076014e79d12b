import { join } from 'node:path';
import { type ClipJson, editOfTracks, FPS } from '../edits.ts';
import { writeFilm } from '../material/film.ts';
import { writeHairlines, writePhotograph, writeZonePlate } from '../material/pictures.ts';
import type { Kinora, Picture } from '../measure.ts';
import { cropPicture } from '../picture.ts';
import type { Row, Sheet } from '../sheet.ts';
import { drawScenes } from '../take-frames.ts';

const SIZE = { width: 640, height: 360 };
/** The pictures are larger than the output, as photographs are. */
const PICTURE = { width: 1600, height: 900 };
const PICTURES = {
  'zone.png': writeZonePlate,
  'hairlines.png': writeHairlines,
  'photograph.png': writePhotograph,
} as const;
const LENGTH = 4;
const MOTIONS = [undefined, 'slideLeftSlow', 'slideUpSlow', 'zoomInSlow', 'zoomOut'];
/** Consecutive frames in the middle of a clip. */
const FIRST = 50;
const COUNT = 8;
/** The part of the picture that is shown. */
const PART = [200, 86, 96, 80] as const;

/** Fine detail in slow motion: enlarged parts of consecutive frames. */
export const thinLines: Sheet = {
  name: 'thin-lines',
  heading: 'Thin lines in slow motion',
  text: 'Eight consecutive frames of a slow motion. All are as sharp and as bright as the picture at rest in the first row of each kind: no frame is softer than its neighbours, and no line becomes thicker or paler and back.',
  enlarge: 2,
  async draw(kinora) {
    const rows: Row[] = [];
    for (const [src, write] of Object.entries(PICTURES)) {
      await write(join(kinora.folder, src), PICTURE);
      rows.push(...(await drawMotions(kinora, src)));
    }
    return rows;
  },
};

async function drawMotions(kinora: Kinora, src: string): Promise<Row[]> {
  const clips = MOTIONS.map((effect, index): ClipJson => ({
    asset: { type: 'image', src },
    start: index * LENGTH,
    length: LENGTH,
    ...(effect !== undefined && { effect }),
  }));
  const file = await kinora.render(editOfTracks([clips], { size: SIZE }), `${src}.mp4`);
  const rows: Row[] = [];
  for (const [index, effect] of MOTIONS.entries()) {
    const from = index * LENGTH + FIRST / FPS;
    const frames = await kinora.frames(file, { from, count: COUNT });
    const cells = frames.map((frame, at) => ({
      caption: `frame ${FIRST + at}`,
      picture: cropPicture(frame, PART),
    }));
    rows.push({ name: `${src}, ${effect ?? 'at rest'}`, cells });
  }
  return rows;
}

const SCALES = [0.9, 0.7, 0.5, 0.35, 0.25];

/** The same detail, reduced as a still picture, as a moving picture and as a video. */
export const reduced: Sheet = {
  name: 'reduced',
  heading: 'Reduced pictures and videos',
  text: 'The rings and the detail of all three kinds are equally clear and equally coarse. New rings far from the middle are wrong, and so are stairs on lines.',
  async draw(kinora) {
    await writeZonePlate(join(kinora.folder, 'zone.png'), SIZE, 0.9);
    await writePhotograph(join(kinora.folder, 'photograph.png'), SIZE);
    const names = ['zone', 'photograph'];
    for (const name of names)
      await writeFilm(join(kinora.folder, `${name}.mp4`), join(kinora.folder, `${name}.png`), { crf: 1 });
    const kinds = names.flatMap((name) => ['image', 'moving image', 'video'].map((kind) => ({ name, kind })));
    const scenes = kinds.flatMap(({ name, kind }) => SCALES.map((scale) => [[clipOf(name, kind, scale)]]));
    const pictures = await drawScenes(kinora, scenes, { size: SIZE });
    return kinds.map(({ name, kind }, row) => ({
      name: `${name}, ${kind}`,
      cells: SCALES.map((scale, column) => ({
        caption: `scale ${scale}`,
        picture: middleOf(pictures[row * SCALES.length + column]!, 300, 180),
      })),
    }));
  },
};

/** Returns a clip at a scale. A moving image grows by almost nothing: it is drawn as if it moved. */
function clipOf(name: string, kind: string, scale: number): ClipJson {
  const asset =
    kind === 'video' ? { type: 'video', src: `${name}.mp4` } : { type: 'image', src: `${name}.png` };
  const moving = [{ from: scale, to: scale * 1.0001, start: 0, length: 0.2 }];
  return { asset, scale: kind === 'moving image' ? moving : scale };
}

function middleOf(picture: Picture, width: number, height: number): Picture {
  const [x, y] = [Math.floor((picture.width - width) / 2), Math.floor((picture.height - height) / 2)];
  return cropPicture(picture, [x, y, width, height]);
}
