import { expect, it } from 'vitest';
import { toEdit } from '../../../test/media/render-edit.ts';
import { BUILT_IN_FONTS } from '../fonts/font-library.ts';
import type { VectorMedia } from '../media/media.ts';
import { resolve } from '../resolve/resolve.ts';
import { listBrowserDrawings, warnAboutFeatures } from './browser-drawings.ts';

const MARKUP = '<svg viewBox="0 0 40 20"><rect style="fill:var(--a)"/></svg>';
const SVG = { type: 'svg', src: MARKUP };
const FILE: VectorMedia = { kind: 'vector', markup: MARKUP, width: 40, height: 20 };
const at = (index: number) => `timeline.tracks[0].clips[${index}]`;

function list(...clips: readonly object[]) {
  const timed = clips.map((clip, index) => ({ start: index, length: 1, ...clip }));
  const edit = toEdit({
    timeline: { tracks: [{ clips: timed }] },
    output: { format: 'mp4', size: { width: 400, height: 300 } },
  });
  return listBrowserDrawings(resolve(edit, new Map([['a.svg', FILE]]), 'interface'), BUILT_IN_FONTS);
}

it.each<[string, object, object]>([
  ['as large as fits', { asset: SVG }, { width: 400, height: 200 }],
  ['in the box of its clip', { asset: SVG, width: 100, height: 100 }, { width: 100, height: 50 }],
  [
    'at the maximum of its tweens',
    { asset: SVG, width: 100, scale: [{ from: 1, to: 3, start: 0, length: 1 }] },
    { width: 300, height: 150 },
  ],
  ['of a file', { asset: { type: 'image', src: 'a.svg' }, fit: 'none' }, { width: 40, height: 20 }],
  ['up to a limit', { asset: SVG, scale: 1000 }, { width: 8192, height: 4096 }],
])('lists an SVG %s', (_what, clip, size) => {
  expect(list(clip)).toEqual([
    {
      svg: MARKUP.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"'),
      natural: { width: 40, height: 20 },
      size,
      features: ['var()'],
      fields: [at(0)],
    },
  ]);
});

it('lists a picture once, and leaves out what the renderer draws', () => {
  const plain = { type: 'svg', src: MARKUP.replace('var(--a)', 'red') };
  expect(list({ asset: SVG }, { asset: plain }, { asset: SVG }).map(({ fields }) => fields)).toEqual([
    [at(0), at(2)],
  ]);
});

it('warns about an SVG that no browser draws', () => {
  expect(warnAboutFeatures([{ field: 'a', markup: MARKUP }], BUILT_IN_FONTS, 'It is off.')).toEqual([
    { field: 'a', text: expect.stringMatching(/\(var\(\)\).* It is off\.$/) as string },
  ]);
});
