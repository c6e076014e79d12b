import { expect, it } from 'vitest';
import { shareParts } from './share-parts.ts';

const before = {
  tracks: [{ clips: [{ start: 1 }, { start: 2 }] }, { clips: [{ start: 3 }] }],
  output: { fps: 25 },
};
const copyOf = (value: object): typeof before => structuredClone(value) as typeof before;

it('returns the value before if nothing has changed', () => {
  expect(shareParts(before, copyOf(before))).toBe(before);
});

it('shares all that has not changed', () => {
  const next = copyOf(before);
  next.tracks[0]!.clips[1]!.start = 9;
  const shared = shareParts(before, next);
  expect(shared).toEqual(next);
  expect(shared.tracks[0]).not.toBe(before.tracks[0]);
  expect(shared.tracks[0]!.clips[0]).toBe(before.tracks[0]!.clips[0]);
  expect(shared.tracks[1]).toBe(before.tracks[1]);
  expect(shared.output).toBe(before.output);
});

it.each([
  ['a field that is gone', { a: 1, b: 2 }, { a: 1 }],
  ['a new field', { a: 1 }, { a: 1, b: undefined }],
  ['another order', { a: 1, b: 2 }, { b: 2, a: 1 }],
  ['a shorter list', [1, 2], [1]],
  ['a longer list', [1], [1, 1]],
  ['a list in place of an object', { 0: 1 }, [1]],
  ['null in place of an object', { a: {} }, { a: null }],
  ['a name of all objects', {}, { constructor: 1 }],
])('sees %s', (_what, one, other) => {
  const shared = shareParts(one, other);
  expect(shared).not.toBe(one);
  expect(JSON.stringify(shared)).toBe(JSON.stringify(other));
});
