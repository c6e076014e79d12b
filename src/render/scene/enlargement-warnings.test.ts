import { expect, it } from 'vitest';
import type { Clip } from '../../edit/index.ts';
import { clip, editOf, mediaOf, videoTrack } from '../resolve/edit.fixture.ts';
import { resolve } from '../resolve/resolve.ts';
import { enlargementWarnings } from './enlargement-warnings.ts';

/** An image of 800x600, a video of 640x360, a patch of colour and a vector drawing. */
const MEDIA = mediaOf({
  video: { kind: 'av', video: videoTrack(10) },
  patch: { kind: 'still', path: '/patch', width: 1, height: 40 },
  drawing: { kind: 'vector', markup: '<svg/>', width: 20, height: 20 },
});

const VIDEO = { type: 'video', src: 'video' } as const;
const of = (src: string): Clip['asset'] => ({ type: 'image', src });

it.each<[string, Partial<Clip>, string | undefined]>([
  ['that is not enlarged', { fit: 'none' }, undefined],
  // It fills the output of 1280x720: 1280 / 800.
  ['that fills the output', {}, '800x600 pixels is shown at 1280x960, enlarged up to 1.6 times'],
  ['that is enlarged by exactly the limit', { fit: 'none', scale: 1.5 }, undefined],
  [
    'that is enlarged a little more',
    { fit: 'none', scale: 1.51 },
    '800x600 pixels is shown at 1208x906, enlarged up to 1.5 times',
  ],
  [
    'that grows',
    { fit: 'none', scale: [{ from: 1, to: 3, length: 1 }] },
    '800x600 pixels is shown at 2400x1800, enlarged up to 3 times',
  ],
  [
    'that an effect enlarges',
    { asset: VIDEO, fit: 'none', effect: 'zoomInFast' },
    '640x360 pixels is shown at 1088x612, enlarged up to 1.7 times',
  ],
  [
    'that is stretched along one axis',
    { asset: VIDEO, fit: 'cover', width: 640, height: 720 },
    '640x360 pixels is shown at 640x720, enlarged up to 2 times',
  ],
  ['that only a transition enlarges', { fit: 'none', transition: { in: 'zoom' } }, undefined],
  ['that is a patch of colour', { asset: of('patch') }, undefined],
  ['that is a vector drawing', { asset: of('drawing') }, undefined],
  ['that is text', { asset: { type: 'text', text: 'A' }, scale: 9 }, undefined],
])('warns of a picture only if it looks soft: a picture %s', (_, given, expected) => {
  const warnings = enlargementWarnings(resolve(editOf([[clip(given)]]), MEDIA, 'interface'));
  const start = 'timeline.tracks[0].clips[0].asset.src';
  const text = `A picture of ${expected}. For a sharper picture, use a larger file, fit "none" or a smaller scale.`;
  expect(warnings).toEqual(expected === undefined ? [] : [{ field: start, text }]);
});
