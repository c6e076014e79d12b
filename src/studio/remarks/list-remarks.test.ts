import { expect, it } from 'vitest';
import { countRemarks, listNamedClips, listRemarks } from './list-remarks.ts';

const edit = {
  timeline: {
    tracks: [{ clips: [{ asset: { type: 'text', text: 'One' } }, { asset: { type: 'text', text: 'Two' } }] }],
  },
};
const field = 'timeline.tracks[0].clips[1].length';
const check = { problems: [], warnings: [], missing: [], failure: undefined };
const given = { edit, check, syntax: undefined, account: undefined };

it('names clips and outputs instead of their places, and puts what blocks a render first', () => {
  const remarks = listRemarks({
    ...given,
    check: {
      ...check,
      warnings: [{ field, text: 'For outputs[0]: timeline.tracks[0].clips[0] covers this one.' }],
      problems: [{ code: 'too_small', field, message: `${field} must be 0 or more.` }],
    },
  });
  expect(remarks.map(({ text, clip, isBlocking }) => [text, clip, isBlocking])).toEqual([
    ['length must be 0 or more.', 'Two', true],
    ['For output 1: "One" covers this one.', 'Two', false],
  ]);
  expect(remarks[0]?.path).toEqual(['timeline', 'tracks', 0, 'clips', 1, 'length']);
  expect(countRemarks(remarks)).toBe('1 problem, 1 remark');
  expect(listNamedClips(remarks)).toEqual(['Two']);
});

it('blocks a render for what cannot be made here, not for what a render makes', () => {
  const missing = (['service', 'unavailable'] as const).map((reason) => ({
    field: 'timeline.tracks[0].clips[0].asset',
    text: 'It is made when the edit is rendered.',
    reason,
  }));
  const remarks = listRemarks({ ...given, check: { ...check, missing } });
  expect(remarks.map(({ isBlocking }) => isBlocking)).toEqual([true, false]);
});

it('says only why a text cannot be read', () => {
  const syntax = { message: 'A comma is missing.', offset: 3 };
  const remarks = listRemarks({ ...given, check: { ...check, failure: 'No answer.' }, syntax });
  expect(remarks).toEqual([{ text: 'A comma is missing.', path: [], isBlocking: true }]);
});
