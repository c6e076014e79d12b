import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillRect, makeClip } from '../media/clips.ts';
import { createMediaFolder } from '../media/render-edit.ts';
import { renderFrame } from '../media/render-frame.ts';

const SIZE = { width: 160, height: 90 };

let media: Awaited<ReturnType<typeof createMediaFolder>>;

beforeAll(async () => {
  media = await createMediaFolder();
  await writeFile(media.path('words.srt'), '1\n00:00:00,000 --> 00:00:02,000\nHello there\n');
  await makeClip(media.path('clip.mp4'), {
    ...SIZE,
    clock: 25,
    ticks: [0, 1, 2],
    // About #ff8800 in BT.709, with a grey rectangle in it.
    paint: (planes) => {
      planes.y.data.fill(133);
      planes.u.data.fill(64);
      planes.v.data.fill(186);
      fillRect(planes, [40, 20, 40, 40], [128, 128, 128]);
    },
  });
});

afterAll(() => media[Symbol.asyncDispose]());

const text = (fields: object) => ({ type: 'text', text: 'Hello', ...fields });
const rich = (fields: object) => ({ type: 'rich-text', text: 'Hello', ...fields });
const title = (fields: object) => ({ type: 'title', text: 'Hello', ...fields });
const shape = (fields: object) => ({ type: 'shape', shape: 'circle', circle: { radius: 30 }, ...fields });
const caption = (fields: object) => ({ type: 'caption', src: media.path('words.srt'), ...fields });
const richCaption = (fields: object) => ({ type: 'rich-caption', src: media.path('words.srt'), ...fields });

/** Renders the middle of a clip of the asset, over a grey background. */
async function draw(asset: object, background = '#777777'): Promise<Buffer> {
  const clip = { asset, start: 0, length: 0.12 };
  const edit = {
    timeline: { background, tracks: [{ clips: [clip] }] },
    output: { format: 'png', size: SIZE },
  };
  return (await renderFrame(edit, 0.04)).pixels;
}

it.each<[string, (color: string) => object]>([
  ['the font of a text', (color) => text({ font: { color } })],
  ['the background of a text', (color) => text({ background: { color } })],
  ['the stroke of a text', (color) => text({ stroke: { color, width: 3 } })],
  ['the font of a rich text', (color) => rich({ font: { color } })],
  ['the highlight of a rich text', (background) => rich({ font: { background } })],
  ['the stroke of a font', (color) => rich({ font: { stroke: { color, width: 2 } } })],
  ['the stroke of a rich text', (color) => rich({ stroke: { color, width: 2 } })],
  ['the shadow of a rich text', (color) => rich({ shadow: { color, offsetX: 3, blur: 2 } })],
  ['the background of a rich text', (color) => rich({ background: { color } })],
  ['the border of a rich text', (color) => rich({ border: { color, width: 4 } })],
  [
    'the stops of a gradient',
    (color) =>
      rich({
        font: { size: 40 },
        style: {
          textDecoration: 'underline',
          gradient: {
            stops: [
              { offset: 0, color: '#fff' },
              { offset: 1, color },
            ],
          },
        },
      }),
  ],
  ['a title', (color) => title({ color })],
  ['the background of a title', (background) => title({ background })],
  ['the fill of a shape', (color) => shape({ fill: { color, opacity: 0.5 } })],
  ['the stroke of a shape', (color) => shape({ stroke: { color, width: 5 } })],
  ['the font of a caption', (color) => caption({ font: { color } })],
  ['the stroke of a caption', (stroke) => caption({ font: { stroke, strokeWidth: 3 } })],
  ['the background of a caption', (color) => caption({ background: { color } })],
  ['the font of a rich caption', (color) => richCaption({ font: { color } })],
  ['the words of a rich caption', (background) => richCaption({ font: { background } })],
  ['the active word', (color) => richCaption({ active: { font: { color } } })],
  ['the background of the active word', (background) => richCaption({ active: { font: { background } } })],
  ['the stroke of the active word', (color) => richCaption({ active: { stroke: { color, width: 2 } } })],
  ['the shadow of the active word', (color) => richCaption({ active: { shadow: { color, blur: 3 } } })],
  [
    'a chroma key',
    (color) => ({
      type: 'video',
      src: media.path('clip.mp4'),
      chromaKey: { color, threshold: 60.5, halo: 10.25 },
    }),
  ],
])('#f80 is #ff8800 in %s', async (_, assetOf) => {
  const short = await draw(assetOf('#f80'));
  expect(short.equals(await draw(assetOf('#ff8800')))).toBe(true);
  expect(short.equals(await draw(assetOf('#08f')))).toBe(false);
});

it('#f80 is #ff8800 behind all tracks', async () => {
  const asset = shape({ circle: { radius: 1 } });
  const short = await draw(asset, '#f80');
  expect([...short.subarray(0, 3)]).toEqual([...(await draw(asset, '#ff8800')).subarray(0, 3)]);
  expect(short[0]).toBeGreaterThan(250);
  expect(short[2]).toBeLessThan(5);
});
