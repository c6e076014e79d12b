import { describe, expect, test } from 'vitest';
import type { Edit } from '../../edit/index.ts';
import type { MeasuredMedia } from '../media/measured-media.ts';
import { warnAboutPictures } from './warn-about-pictures.ts';

type Clip = Edit['timeline']['tracks'][number]['clips'][number];

const IMAGE: Clip = { asset: { type: 'image', src: 'https://example.com/a.png' }, start: 0, length: 2 };
const VIDEO: Clip = { asset: { type: 'video', src: 'https://example.com/a.mp4' }, start: 0, length: 'auto' };

/** Returns the fields of the warnings about clips in a picture of 1024x576 whose files are unknown. */
function warned(clips: readonly Clip[], output: Partial<Edit['output']> = {}): string[] {
  const edit: Edit = {
    timeline: { tracks: [{ clips: [...clips] }] },
    output: { format: 'mp4', resolution: 'sd', ...output },
  };
  return warnAboutPictures(edit, 'interface').map(({ field }) => field);
}

const FIELD = 'timeline.tracks[0].clips[0]';
const away = { offset: { y: 1.2 } };

test.each<[string, Partial<Clip>, string[]]>([
  ['which fills its box', away, [`${FIELD}.offset.y`]],
  ['which is stretched', { ...away, fit: 'cover' }, [`${FIELD}.offset.y`]],
  ['which is not larger than its box', { ...away, fit: 'contain' }, [`${FIELD}.offset.y`]],
  [
    'which is cut off at its box',
    { offset: { x: 0.7 }, width: 300, height: 200, fit: 'none' },
    [`${FIELD}.offset.x`],
  ],
  ['which may be of any size', { ...away, fit: 'none' }, []],
  [
    'which turns about an unknown centre',
    { ...away, fit: 'contain', position: 'top', transform: { rotate: { angle: 9 } } },
    [],
  ],
  ['which is transparent', { fit: 'none', opacity: 0 }, [`${FIELD}.opacity`]],
  ['which has no size', { fit: 'none', scale: 0 }, [`${FIELD}.scale`]],
  ['which is visible', { offset: { y: 0.9 } }, []],
])('an unknown picture %s', (_, given, fields) => {
  expect(warned([{ ...IMAGE, ...given }])).toEqual(fields);
});

test('an unknown crop makes the distance a lower limit', () => {
  const asset = { ...IMAGE.asset, crop: { top: 0.2 } } as Clip['asset'];
  const edit: Edit = {
    timeline: { tracks: [{ clips: [{ ...IMAGE, asset, ...away }] }] },
    output: { format: 'mp4', resolution: 'sd' },
  };
  expect(warnAboutPictures(edit, 'interface')[0]?.text).toContain('it is at least 115 px above');
});

test.each<[string, Clip['asset']]>([
  ['a generated image', { type: 'text-to-image', prompt: 'A house' }],
  ['a shape', { type: 'shape', shape: 'circle', circle: { radius: 20 } }],
  ['a page', { type: 'html', html: '<p>Hello</p>' }],
])('%s outside the picture gets a warning', (_, asset) => {
  expect(warned([{ ...IMAGE, asset, ...away }])).toEqual([`${FIELD}.offset.y`]);
});

test.each<[string, Clip['asset']]>([
  ['a sound', { type: 'audio', src: 'https://example.com/a.mp3' }],
  ['a matte', { type: 'luma', src: 'https://example.com/a.png' }],
  ['a text, which is checked with its fonts', { type: 'text', text: 'Hello' }],
])('%s gets no warning', (_, asset) => {
  expect(warned([{ ...IMAGE, asset, ...away }, IMAGE])).toEqual([]);
});

test('a clip whose length is unknown, which is not rendered, or an output without pictures gets no warning', () => {
  expect(warned([{ ...VIDEO, ...away }])).toEqual([]);
  const late = { ...IMAGE, start: 5, ...away };
  expect(warned([IMAGE, late])).toEqual(['timeline.tracks[0].clips[1].offset.y']);
  expect(warned([IMAGE, late], { range: { start: 0, length: 2 } })).toEqual([]);
  expect(warned([{ ...IMAGE, ...away }], { format: 'mp3' })).toEqual([]);
});

describe('a picture whose size is known', () => {
  const sized = (width: number, height: number): MeasuredMedia => {
    return { kind: 'still', picture: { width, height, stored: { width, height } } };
  };
  /** Returns the warnings about one clip in a picture of 1024x576 whose file has the given facts. */
  function warningsOf(clip: Partial<Clip>, file: MeasuredMedia): string[] {
    const edit: Edit = {
      timeline: { tracks: [{ clips: [{ ...IMAGE, ...clip }] }] },
      output: { format: 'mp4', resolution: 'sd' },
    };
    const { src } = edit.timeline.tracks[0]?.clips[0]?.asset as { src: string };
    return warnAboutPictures(edit, 'interface', { [src]: file }).map(({ text }) => text);
  }

  test.each<[string, Partial<Clip>, MeasuredMedia, RegExp | undefined]>([
    [
      'in its own size, just outside',
      { fit: 'none', offset: { y: 0.6 } },
      sized(100, 40),
      /it is 38 px above/,
    ],
    ['in its own size, which reaches in', { fit: 'none', offset: { y: 0.6 } }, sized(100, 400), undefined],
    ['beside its box', { fit: 'contain', offset: { x: 0.8 } }, sized(300, 600), /it is 163 px to the right/],
    [
      'which turns',
      { fit: 'contain', offset: { x: 1.2 }, position: 'top', transform: { rotate: { angle: 9 } } },
      sized(300, 600),
      /it is \d+ px to the right/,
    ],
    ['which slides', { fit: 'contain', effect: 'slideLeft', offset: { y: 1.2 } }, sized(2048, 200), /above/],
    [
      'which is a drawing',
      { fit: 'none', offset: { y: 0.6 } },
      { ...sized(100, 40), kind: 'vector' },
      /it is 38 px above/,
    ],
    [
      'which is animated',
      { fit: 'none', offset: { y: 0.6 } },
      { ...sized(100, 40), kind: 'animation' },
      /it is 38 px above/,
    ],
    [
      'which is a video, as long as it lasts',
      { asset: VIDEO.asset, length: 'auto', fit: 'none', offset: { y: 0.6 } },
      { ...sized(100, 40), kind: 'av', video: { duration: '3' } },
      /for all of its 3 s: it is 38 px above/,
    ],
    ['which is enlarged', { fit: 'crop' }, sized(512, 288), /enlarged up to 2 times/],
    ['which is a drawing and enlarged', {}, { ...sized(512, 288), kind: 'vector' }, undefined],
    ['which is shown in its own size', { fit: 'none' }, sized(512, 288), undefined],
    [
      'which is enlarged by wide pixels',
      { asset: VIDEO.asset },
      {
        kind: 'av',
        video: { duration: '3' },
        picture: { width: 1024, height: 576, stored: { width: 600, height: 576 } },
      },
      /A picture of 600x576 pixels is shown at 1024x576/,
    ],
  ])('%s', (_, clip, file, expected) => {
    expect(warningsOf(clip, file)).toEqual(expected ? [expect.stringMatching(expected)] : []);
  });
});
