import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { editOfTracks, FPS } from '../edits.ts';
import { writePhotograph } from '../material/pictures.ts';
import type { Sheet } from '../sheet.ts';
import { takeFrames } from '../take-frames.ts';

const SIZE = { width: 480, height: 270 };
/** Seconds of each style, and the moments that are shown. */
const LENGTH = 4;
const MOMENTS = [0.5, 1.2, 2, 3.5];
const SUBTITLES = `1
00:00:00,000 --> 00:00:01,000
We left before the sun was up, and reached the coast when all of it turned golden.

2
00:00:01,000 --> 00:00:03,000
– Do you see the light?
– I do. Ångström, jpgq.

3
00:00:01,500 --> 00:00:03,000
(waves, and a far bell)

4
00:00:03,000 --> 00:00:04,000
وصلنا إلى الساحل عند الفجر
我们在黎明时分到达海岸 🌅
हिन्दी की किताबें น้ำที่ยิ้มได้
`;
const STYLES: Readonly<Record<string, object>> = {
  'the soft shadow': { font: { size: 22 } },
  'a background': { font: { size: 20 }, background: { color: '#101522', padding: 8, borderRadius: 8 } },
  'a background without padding': {
    font: { size: 20 },
    background: { color: '#101522', padding: 0, borderRadius: 0 },
  },
  'a stroke': { font: { size: 24, color: '#ffe14d', stroke: '#101522', strokeWidth: 3 } },
  'close lines': { font: { size: 24, lineHeight: 0.9 }, background: { color: '#c1121f' } },
};

/** Plain captions in several styles over a restless picture. */
export const captions: Sheet = {
  name: 'captions',
  heading: 'Captions',
  text: 'Every caption can be read over the restless picture. Backgrounds cover all parts of all letters, boxes of lines join without a seam, and captions do not cover each other.',
  async draw(kinora) {
    await writePhotograph(join(kinora.folder, 'photograph.png'), SIZE);
    await writeFile(join(kinora.folder, 'talk.srt'), SUBTITLES);
    const looks = Object.entries(STYLES);
    const clips = looks.map(([, look], index) => ({
      asset: { type: 'caption', src: 'talk.srt', ...look },
      start: index * LENGTH,
      length: LENGTH,
    }));
    const picture = {
      asset: { type: 'image', src: 'photograph.png' },
      start: 0,
      length: LENGTH * looks.length,
    };
    const indexes = looks.flatMap((_, index) => MOMENTS.map((at) => Math.round((index * LENGTH + at) * FPS)));
    const frames = await takeFrames(kinora, editOfTracks([[picture], clips], { size: SIZE }), indexes);
    return looks.map(([name], index) => ({
      name,
      cells: MOMENTS.map((at, column) => ({
        caption: `${at} s`,
        picture: frames[index * MOMENTS.length + column]!,
      })),
    }));
  },
};
