import { expect, it } from 'vitest';
import { keyOf, listSpans } from '../clip-spans.ts';
import { changeDraft, type DraftEdit } from '../edit-text.ts';
import { moveToTracks, type TrackTarget } from './move-to-tracks.ts';
import { moveTrack } from './order-tracks.ts';

const clip = (text: string, start: unknown, more = {}) => ({
  asset: { type: 'text', text },
  start,
  length: 2,
  ...more,
});

const EDIT: DraftEdit = {
  timeline: {
    tracks: [
      { clips: [clip('a', 0), clip('b', 4)] },
      { clips: [clip('c', 1), clip('d', 'auto', { overlap: 0.5 })] },
      { clips: [clip('e', 0)] },
    ],
  },
};
const SPANS = listSpans(EDIT, {
  tracks: [[0, 4], [1, 2.5], [0]].map((starts) => ({ clips: starts.map((start) => ({ start, length: 2 })) })),
});

function write({ timeline }: DraftEdit): string {
  return (timeline?.tracks ?? [])
    .map(({ clips = [] }) =>
      clips.map(({ asset, start }) => `${String(asset?.['text'])} ${String(start)}`).join(', '),
    )
    .join(' | ');
}

it.each<[string, string, number, TrackTarget, string]>([
  ['in the order of their times', 'c', 1, { shift: -1 }, 'a 0, c 2, b 4 | d 2.5 | e 0'],
  ['with what overlaps them', 'cd', 0.5, { shift: 1 }, 'a 0, b 4 | e 0, c 1.5, d auto'],
  ['from several tracks at once', 'ac', 0, { shift: 1 }, 'b 4 | a 0, d 2.5 | e 0, c 1'],
  ['to a new track between others', 'b', 0, { newAt: 1 }, 'a 0 | b 4 | c 1, d auto | e 0'],
  ['to as many new tracks as they come from', 'be', 1, { newAt: 0 }, 'b 5 | e 1 | a 0 | c 1, d auto'],
  ['not before the beginning', 'ae', -3, { newAt: 3 }, 'b 4 | c 1, d auto | a 0 | e 0'],
])('moves clips %s', (_name, texts, by, target, expected) => {
  const chosen = SPANS.filter(({ track, clip: index }) =>
    texts.includes(String(EDIT.timeline?.tracks?.[track]?.clips?.[index]?.asset?.['text'])),
  );
  const { changes, places } = moveToTracks(EDIT, SPANS, chosen, by, target);
  const moved = changeDraft(EDIT, changes);
  expect(write(moved)).toBe(expected);
  const found = listSpans(moved).filter((span) => places.some((place) => keyOf(place) === keyOf(span)));
  expect(
    found.map((span) => moved.timeline?.tracks?.[span.track]?.clips?.[span.clip]?.asset?.['text']).sort(),
  ).toEqual(texts.split(''));
});

it('orders tracks', () => {
  expect(write(changeDraft(EDIT, moveTrack(EDIT, 0, 2)))).toBe('c 1, d auto | e 0 | a 0, b 4');
  expect(moveTrack(EDIT, 0, 3)).toEqual([]);
});
