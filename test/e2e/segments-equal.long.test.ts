import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DiskSegments } from '../../src/hosting/segments/disk-segments.ts';
import { obstacle } from '../../src/render/browse/browser.fixture.ts';
import type { SegmentStore } from '../../src/render/streams/segment-store.ts';
import { createBeeps, makeClip, type Painter } from '../media/clips.ts';
import { createMediaFolder, renderEdit } from '../media/render-edit.ts';
import { kinora } from './processes.ts';

const SIZE = { width: 256, height: 144 };
const SECONDS = 9;

let media: Awaited<ReturnType<typeof createMediaFolder>>;
beforeAll(async () => {
  media = await createMediaFolder();
  for (const [name, keyframeEvery] of [['one.mp4', 250] as const, ['two.mp4', 25] as const])
    await makeClip(media.path(name), {
      ...SIZE,
      clock: 25,
      ticks: Array.from({ length: SECONDS * 25 }, (_, index) => index),
      keyframeEvery,
      crf: 20,
      sound: { samples: SECONDS * 48_000, wave: createBeeps([1, 4, 7], 0.3) },
      paint: paintWaves(keyframeEvery),
    });
  await writeFile(media.path('words.srt'), SUBTITLES);
});
afterAll(() => media[Symbol.asyncDispose]());

const SUBTITLES = Array.from(
  { length: 8 },
  (_, index) => `${index + 1}\n00:00:0${index},000 --> 00:00:0${index},900\nThe words of line ${index + 1}\n`,
).join('\n');

/** Paints waves that move, so that each picture differs from the one before. */
function paintWaves(seed: number): Painter {
  return ({ y, u, v, width, height }, index) => {
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++)
        y.data[row * y.stride + column] =
          125 +
          60 * Math.sin((column + 3 * index + seed) / 9) +
          45 * Math.cos((row * column - 5 * index) / 700);
    for (const [plane, shift] of [[u, 40] as const, [v, 90] as const])
      for (let row = 0; row < height / 2; row++)
        plane.data.fill(
          128 + 50 * Math.sin((index + row + shift) / 20),
          row * plane.stride,
          row * plane.stride + width / 2,
        );
  };
}

const film = (name = 'one', more: object = {}) => ({
  type: 'video',
  src: media.path(`${name}.mp4`),
  ...more,
});
const text = (words: string, more: object = {}) => ({
  ...{ type: 'text', text: words, width: 200, height: 40, font: { size: 20, color: '#ffffff' } },
  ...more,
});
const row = (...clips: object[]) => ({ clips });

/** Returns three films in a row, which are changed by some fields. */
const films = (more: (index: number) => object = () => ({})) =>
  row(
    ...['one', 'two', 'one'].map((name, index) => ({
      asset: film(name),
      start: 3 * index,
      length: 3,
      ...more(index),
    })),
  );

/** Edits by what they show, with tracks from the lowest to the highest. */
const EDITS: Readonly<Record<string, () => { tracks: object[]; output?: object; timeline?: object }>> = {
  transitions: () => ({
    tracks: [films((index) => ({ transition: { in: ['fade', 'wipeLeft', 'slideUp'][index], out: 'zoom' } }))],
  }),
  'dissolves and a luma matte': () => ({
    tracks: [
      row(
        { asset: film('one'), start: 0, length: 4, transition: { out: 'fade' } },
        { asset: film('two'), start: 'auto', overlap: 1, length: 5, transition: { in: 'fade' } },
      ),
      row(
        { asset: film('two'), start: 2, length: 5, scale: 0.5 },
        { asset: { type: 'luma', src: media.path('one.mp4') }, start: 2, length: 5 },
      ),
    ],
  }),
  captions: () => ({
    tracks: [
      films(),
      row({ asset: { type: 'caption', src: media.path('words.srt') }, start: 0, length: 9 }),
      row({
        asset: { type: 'rich-caption', src: media.path('words.srt') },
        start: 0,
        length: 9,
        position: 'top',
      }),
    ],
  }),
  'a page of HTML': () => ({
    tracks: [
      films(),
      row({
        asset: { type: 'html', html: '<h1>A page</h1>', css: 'h1 { color: red }', width: 200, height: 60 },
        ...{ start: 3.5, length: 2.5 },
      }),
    ],
  }),
  speeds: () => ({
    tracks: [
      row(
        { asset: film('one', { speed: 0.5 }), start: 0, length: 4 },
        { asset: film('two', { speed: 2.5, trim: 0.3 }), start: 4, length: 3 },
        { asset: film('one', { speed: 0.3, trim: 2 }), start: 7, length: 3 },
      ),
    ],
  }),
  '29.97 frames per second': () => ({
    tracks: [films(), row({ asset: text('A title'), start: 4, length: 2.5 })],
    output: { fps: 29.97 },
  }),
  'sound in a part': () => ({
    tracks: [
      films(() => ({ asset: film('two', { volume: 0 }) })),
      row({ asset: { type: 'audio', src: media.path('one.mp4'), volume: 0.7 }, start: 2.2, length: 3 }),
    ],
  }),
  'a group': () => ({
    tracks: [
      films(),
      row({
        asset: {
          type: 'group',
          tracks: [
            row({ asset: film('two'), start: 0, length: 5, scale: 0.4 }),
            row({ asset: text('Inside'), start: 1, length: 3 }),
          ],
        },
        ...{ start: 2, length: 5, transition: { in: 'fade' } },
      }),
    ],
  }),
  'motion, filters and a chroma key': () => ({
    tracks: [
      films((index) => ({
        effect: ['zoomIn', 'slideLeft', 'zoomOut'][index],
        filter: ['boost', 'blur', 'greyscale'][index],
      })),
      row({
        asset: film('two', { chromaKey: { color: '#00b140' } }),
        ...{ start: 1, length: 6, scale: [{ from: 0.2, to: 0.7, start: 0, length: 6 }] },
        transform: { rotate: { angle: 20 } },
      }),
    ],
    output: { poster: { capture: 2 }, thumbnail: { capture: 8, scale: 0.5 } },
  }),
  'a range from the middle of a clip': () => ({
    tracks: [
      films(),
      row({ asset: text('Still', { animation: { preset: 'typewriter' } }), start: 1, length: 7 }),
    ],
    output: { range: { start: 1.3, length: 7.1 } },
  }),
};

function editOf(name: string): object {
  const { tracks, output = {}, timeline = {} } = EDITS[name]?.() ?? { tracks: [] };
  return {
    timeline: { background: '#204060', ...timeline, tracks },
    output: { format: 'mp4', size: SIZE, fps: 25, ...output },
  };
}

describe('a file is the same to the byte', () => {
  it.each(Object.keys(EDITS))(
    'for %s: without a store, with a cold, a warm and a partly warm one, and by another process',
    async (name) => {
      if (name.includes('HTML') && obstacle !== undefined) return;
      const edit = editOf(name);
      const folder = media.path(`store-${name}`);
      const render = async (store?: SegmentStore) => {
        const { segments } = await renderEdit(edit, media.path('out.mp4'), store);
        return { bytes: await readFile(media.path('out.mp4')), segments };
      };
      const plain = await render();
      const cold = await render(new DiskSegments(folder, 1e9));
      const count = plain.segments?.made ?? 0;
      expect(count).toBeGreaterThan(1);
      const warm = await render(new DiskSegments(folder, 1e9));
      expect(warm.segments).toEqual({ reused: count, made: 0 });
      const found = [cold, warm];
      for (const isLost of [(index: number) => index % 2 === 0, (index: number) => index % 2 === 1]) {
        await loseFiles(folder, isLost);
        found.push(await render(new DiskSegments(folder, 1e9)));
      }
      await rm(folder, { recursive: true });
      for (const { bytes } of found) expect(bytes.equals(plain.bytes)).toBe(true);
      expect((await renderElsewhere(edit)).equals(plain.bytes)).toBe(true);
    },
  );
});

/** Removes some of the kept files, in the order of their identities. */
async function loseFiles(folder: string, isLost: (index: number) => boolean): Promise<void> {
  const names = (await readdir(folder)).toSorted();
  const lost = names.filter((_, index) => isLost(index));
  expect(lost.length).toBeGreaterThan(0);
  await Promise.all(lost.map((name) => rm(`${folder}/${name}`)));
}

/** Renders with the command line, in a home of its own. */
async function renderElsewhere(edit: object): Promise<Buffer> {
  const folder = media.path('elsewhere');
  await mkdir(folder);
  // The sandbox of the browser cannot reach the folder of the test.
  const env = { TMPDIR: tmpdir(), PATH: process.env['PATH'] ?? '' };
  await writeFile(`${folder}/edit.json`, JSON.stringify(edit));
  const { code, err } = await kinora(folder, ['render', 'edit.json', '-o', 'out.mp4'], { env }).ended;
  if (code !== 0) throw new Error(err);
  const bytes = await readFile(`${folder}/out.mp4`);
  await rm(folder, { recursive: true });
  return bytes;
}
