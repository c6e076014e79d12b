import { expect, it } from 'vitest';
import { listSpans } from '../clip-spans.ts';
import { listLikelyMoments } from './likely-moments.ts';

const spans = listSpans({
  timeline: {
    tracks: [
      {
        clips: [0, 2, 4, 6, 8].map((start) => ({ start, length: 2 })),
      },
    ],
  },
});
const form = { rate: 25, end: 10 };

it('has the frames beside the playhead first, then the nearest cuts, the first and the last frame', () => {
  expect(listLikelyMoments(5, spans, form)).toEqual([5.04, 4.96, 5.08, 5.12, 5.16, 6, 8, 4, 2, 0, 9.96]);
});

it('has each moment once, only within the timeline, and not the one that is shown', () => {
  expect(listLikelyMoments(0, spans, form)).toEqual([0.04, 0.08, 0.12, 0.16, 2, 4, 9.96]);
  expect(listLikelyMoments(9.96, spans, form)).toEqual([9.92, 8, 6, 0]);
  expect(listLikelyMoments(0, [], { rate: 25, end: 0 })).toEqual([]);
});

it('has the moments of frames, rounded as those that are asked for', () => {
  expect(listLikelyMoments(1, [], { rate: 30, end: 2 }).slice(0, 2)).toEqual([1.033333, 0.966667]);
});
