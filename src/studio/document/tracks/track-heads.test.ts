import { expect, it } from 'vitest';
import type { DraftEdit } from '../edit-text.ts';
import { changeHead, changesTracks, followTracks, headOf, NO_HEADS } from './track-heads.ts';

const edit = (...tracks: string[]): DraftEdit => ({
  timeline: {
    tracks: tracks.map((texts) => ({
      clips: texts.split('').map((text) => ({ asset: { type: 'text', text } })),
    })),
  },
});
const BEFORE = edit('ab', 'cd', 'e');
const heads = changeHead(changeHead(NO_HEADS, BEFORE, 1, { name: 'Titles' }), BEFORE, 2, { isLocked: true });

it.each([
  ['another track before them', ['x', 'ab', 'cd', 'e'], 2, 3],
  ['another order', ['e', 'cd', 'ab'], 1, 0],
  ['another clip on the track', ['ab', 'cdx', 'e'], 1, 2],
  ['clips of it on a new track', ['ab', 'd', 'c', 'e'], 1, 3],
  ['other clips altogether', ['ab', 'cd', 'x'], 1, 2],
])('the heads stay with their tracks after %s', (_name, tracks, named, locked) => {
  const followed = followTracks(heads, edit(...tracks));
  expect(tracks.map((_track, index) => headOf(followed, index))).toEqual(
    tracks.map((_track, index) =>
      index === named ? { name: 'Titles' } : index === locked ? { isLocked: true } : {},
    ),
  );
});

it('a head comes back with its track, as after an undo', () => {
  const gone = followTracks(heads, edit('ab', 'e'));
  expect([headOf(gone, 0), headOf(gone, 1)]).toEqual([{}, { isLocked: true }]);
  expect(headOf(followTracks(gone, BEFORE), 1)).toEqual({ name: 'Titles' });
});

it('a head that says nothing is forgotten', () => {
  expect(changeHead(heads, BEFORE, 1, { name: '' }).known).toHaveLength(1);
});

it('a locked track may move, and nothing on it may change', () => {
  const locked = new Set([2]);
  expect(changesTracks(BEFORE, edit('e', 'ab'), locked)).toBe(false);
  expect(changesTracks(BEFORE, edit('ab', 'cd', 'x'), locked)).toBe(true);
  expect(changesTracks(BEFORE, edit('ab', 'cd'), locked)).toBe(true);
});
