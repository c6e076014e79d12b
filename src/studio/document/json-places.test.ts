import { expect, it } from 'vitest';
import { findClipAt, findTextPlace, findWholePlace, readFieldName } from './json-places.ts';

const TEXT = JSON.stringify(
  { timeline: { tracks: [{ clips: [{ asset: { type: 'text' }, start: 0 }, { start: 3 }] }] } },
  null,
  2,
);
const CLIP = ['timeline', 'tracks', 0, 'clips', 1];
const shown = (path: (string | number)[]) => {
  const { from, to } = findTextPlace(TEXT, path);
  return TEXT.slice(from, to);
};

it('the place of a plain value is the value', () => {
  expect(shown([...CLIP, 'start'])).toBe('3');
});

it('the place of an object is its name, or its beginning in a list', () => {
  expect(shown(['timeline'])).toBe('"timeline"');
  expect(shown(CLIP)).toBe('{');
});

it('a missing field is shown at what should have it', () => {
  expect(shown(['timeline', 'tracks', 0, 'clips', 0, 'asset', 'text'])).toBe('"asset"');
  expect(shown([...CLIP, 'length'])).toBe('{');
  expect(shown(['output'])).toBe('{');
  expect(findTextPlace('', ['output'])).toEqual({ from: 0, to: 0 });
});

it('a clip is found by a character in it', () => {
  expect(findClipAt(TEXT, TEXT.indexOf('"text"'))).toEqual({ track: 0, clip: 0 });
  expect(findClipAt(TEXT, TEXT.lastIndexOf('3'))).toEqual({ track: 0, clip: 1 });
  expect(findClipAt(TEXT, TEXT.indexOf('tracks'))).toBeUndefined();
  expect(findClipAt('{ "timeline": { "tracks": [{ "clips": [ ] }] } }', 39)).toBeUndefined();
});

it('the whole of a value ends at its end', () => {
  const place = findWholePlace(TEXT, CLIP);
  expect(JSON.parse(TEXT.slice(place?.from, place?.to))).toEqual({ start: 3 });
  expect(findWholePlace(TEXT, ['output'])).toBeUndefined();
});

it('the name of a field is a path', () => {
  expect(readFieldName('timeline.tracks[0].clips[12].asset.src')).toEqual([
    ...['timeline', 'tracks', 0, 'clips', 12],
    ...['asset', 'src'],
  ]);
});
