import { expect, it } from 'vitest';
import { type ClipSpan, listSpans } from '../clip-spans.ts';
import { type Change, changeText, type DraftEdit, readDraft, writeEdit } from '../edit-text.ts';
import { ASSETS } from '../shown-frames.fixture.ts';
import { removeClips } from '../commands.ts';
import { removeWithGap, trimTo } from './close-gap.ts';

const { image } = ASSETS;
const at = (start: unknown, length: number) => ({ asset: image, start, length });
const tied = (length: number) => ({ ...at('auto', length), overlap: 1 });
const TEXT = writeEdit({
  timeline: {
    tracks: [{ clips: [at(0, 2), at(3, 2), at(6, 2), at('auto', 1)] }, { clips: [at(6, 1)] }],
  },
  output: { format: 'mp4', resolution: 'sd' },
});
const draft = readDraft(TEXT) as DraftEdit;
const spans = listSpans(draft) as [ClipSpan, ClipSpan, ClipSpan, ClipSpan, ClipSpan];
const facts = { rate: 25 };

it.each<[string, Change[], string]>([
  ['closes the gap of a clip', removeWithGap(draft, spans, [spans[1]]), '0+2 4+2 auto+1 | 6+1'],
  ['closes several gaps', removeWithGap(draft, spans, [spans[0], spans[1]]), '2+2 auto+1 | 6+1'],
  ['removes a whole track', removeWithGap(draft, spans, [spans[4]]), '0+2 3+2 6+2 auto+1'],
  [
    'begins a clip at a second',
    trimTo(draft, spans, spans[1], 3.5, { ...facts, edge: 'start', closesGap: false }),
    '0+2 3.52+1.48 6+2 auto+1 | 6+1',
  ],
  [
    'begins it earlier',
    trimTo(draft, spans, spans[1], 2.4, { ...facts, edge: 'start', closesGap: true }),
    '0+2 2.4+2.6 6+2 auto+1 | 6+1',
  ],
  [
    'cuts off what is before',
    trimTo(draft, spans, spans[1], 3.4, { ...facts, edge: 'start', closesGap: true }),
    '0+2 3+1.6 5.6+2 auto+1 | 6+1',
  ],
  [
    'cuts off what is after',
    trimTo(draft, spans, spans[1], 4, { ...facts, edge: 'end', closesGap: true }),
    '0+2 3+1 5+2 auto+1 | 6+1',
  ],
  [
    'ends a clip later',
    trimTo(draft, spans, spans[1], 5.4, { ...facts, edge: 'end', closesGap: true }),
    '0+2 3+2.4 6+2 auto+1 | 6+1',
  ],
  [
    'closes the gap only as far as the clip can be cut',
    trimTo(draft, spans, spans[1], 4.96, { ...facts, edge: 'start', closesGap: true }),
    '0+2 3+0.1 4.1+2 auto+1 | 6+1',
  ],
  [
    'leaves a clip of which nothing would be left',
    trimTo(draft, spans, spans[1], 7, { ...facts, edge: 'start', closesGap: true }),
    '0+2 3+2 6+2 auto+1 | 6+1',
  ],
])('%s', (_name, changes, expected) => {
  const after = readDraft(changeText(TEXT, changes)) as DraftEdit;
  const tracks = after.timeline?.tracks ?? [];
  const times = tracks.map(({ clips = [] }) =>
    clips.map(({ start, length }) => `${String(start)}+${String(length)}`).join(' '),
  );
  expect(times.join(' | ')).toBe(expected);
});

it('removes a clip with which others cross-fade: they stay, or move by the time that it had alone', () => {
  const text = writeEdit({
    timeline: { tracks: [{ clips: [at(0, 4), tied(5), tied(3), at(9, 2)] }] },
    output: { format: 'mp4', resolution: 'sd' },
  });
  const edit = readDraft(text) as DraftEdit;
  const all = listSpans(edit);
  const timesAfter = (changes: Change[]): unknown[] => {
    const { clips = [] } = (readDraft(changeText(text, changes)) as DraftEdit).timeline?.tracks?.[0] ?? {};
    return clips.map(({ start, length, overlap }) => [start, length, overlap]);
  };
  expect(timesAfter(removeClips(edit, all, [all[1]!]))).toEqual([
    [0, 4, undefined],
    [7, 3, undefined],
    [9, 2, undefined],
  ]);
  expect(timesAfter(removeWithGap(edit, all, [all[1]!]))).toEqual([
    [0, 4, undefined],
    [4, 3, undefined],
    [6, 2, undefined],
  ]);
});
