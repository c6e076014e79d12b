import { expect, it } from 'vitest';
import type { Clip } from '../../edit/index.ts';
import { clip, editOf, mediaOf, videoTrack } from '../resolve/edit.fixture.ts';
import { resolve } from '../resolve/resolve.ts';
import { enlargementWarnings } from './enlargement-warnings.ts';

/** An image of 800x600, a video of 640x360 and a patch of colour, in an output of 1280x720. */
const MEDIA = mediaOf({
  video: { kind: 'av', video: videoTrack(10) },
  patch: { kind: 'still', path: '/patch', width: 1, height: 40 },
  drawing: { kind: 'vector', markup: '<svg/>', width: 20, height: 20 },
});

const VIDEO = { type: 'video', src: 'video' } as const;
const of = (src: string): Clip['asset'] => ({ type: 'image', src });

it.each<[string, Partial<Clip>, string | undefined]>([
  ['that is not larger', { fit: 'none' }, undefined],
  // 1280 / 800: to fill the output.
  ['that fills the output', {}, '800x600 pixels is shown at 1280x960, up to 1.6 times as large'],
  ['that is one and a half times as large', { fit: 'none', scale: 1.5 }, undefined],
  [
    'that is a little larger than that',
    { fit: 'none', scale: 1.51 },
    '800x600 pixels is shown at 1208x906, up to 1.5 times as large',
  ],
  [
    'that grows',
    { fit: 'none', scale: [{ from: 1, to: 3, length: 1 }] },
    '800x600 pixels is shown at 2400x1800, up to 3 times as large',
  ],
  [
    'that an effect enlarges',
    { asset: VIDEO, fit: 'none', effect: 'zoomInFast' },
    '640x360 pixels is shown at 1088x612, up to 1.7 times as large',
  ],
  [
    'that is stretched one way',
    { asset: VIDEO, fit: 'cover', width: 640, height: 720 },
    '640x360 pixels is shown at 640x720, up to 2 times as large',
  ],
  ['that comes large', { fit: 'none', transition: { in: 'zoom' } }, undefined],
  ['that is a patch of colour', { asset: of('patch') }, undefined],
  ['that is drawn', { asset: of('drawing') }, undefined],
  ['of letters', { asset: { type: 'text', text: 'A' }, scale: 9 }, undefined],
])('a picture %s', (_, given, expected) => {
  const warnings = enlargementWarnings(resolve(editOf([[clip(given)]]), MEDIA, 'interface'));
  const start = 'timeline.tracks[0].clips[0].asset.src';
  const text = `${start}: a picture of ${expected}; it would be sharper with more pixels, with fit "none" or with a smaller scale.`;
  expect(warnings).toEqual(expected === undefined ? [] : [{ field: start, text }]);
});
