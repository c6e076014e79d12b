import { expect, it } from 'vitest';
import { fillIn, readValues } from './fill-in.ts';

const TEMPLATE = {
  timeline: { tracks: [] },
  merge: [
    { find: 'NAME', replace: 'Ada' },
    { find: 'SIZE', replace: 12 },
    { find: 'KEPT', replace: true },
  ],
};

it('fills in the placeholders of a template, each in the kind of value that it had', () => {
  expect(readValues(TEMPLATE)).toEqual({ NAME: 'Ada', SIZE: '12', KEPT: 'true' });
  expect(fillIn(TEMPLATE, { NAME: '12', SIZE: '14', OTHER: 'x' }).merge).toEqual([
    { find: 'NAME', replace: '12' },
    { find: 'SIZE', replace: 14 },
    { find: 'KEPT', replace: true },
  ]);
  expect(fillIn(TEMPLATE, { SIZE: 'large' }).merge?.[1]).toEqual({ find: 'SIZE', replace: 'large' });
});

it.each([
  ['https://media.example/a.jpg', { type: 'image', src: 'https://media.example/a.jpg' }],
  ['https://media.example/a.MP4?x=1', { type: 'video', src: 'https://media.example/a.MP4?x=1' }],
  ['{"type":"svg","src":"<svg/>"}', { type: 'svg', src: '<svg/>' }],
])('makes an asset of %s where an asset was', (written, replace) => {
  const template = { merge: [{ find: 'PICTURE', replace: { type: 'svg', src: '<svg></svg>' } }] };
  expect(fillIn(template, { PICTURE: written }).merge).toEqual([{ find: 'PICTURE', replace }]);
});

it('leaves an edit without placeholders as it is', () => {
  const edit = { timeline: {} };
  expect(fillIn(edit, { NAME: 'x' })).toBe(edit);
});
