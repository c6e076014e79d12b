import { describe, expect, it } from 'vitest';
import { limitToRange, markEdge, NO_MARKS, nextMarker, rangeOf, toggleMarker } from './marked-range.ts';

describe('the marked part', () => {
  it('is between its edges, within the timeline, or up to an end of it', () => {
    expect(rangeOf(NO_MARKS, 10)).toBeUndefined();
    expect(rangeOf({ from: 0.1, to: 0.4, markers: [] }, 10)).toEqual({ start: 0.1, length: 0.3 });
    expect(rangeOf({ from: 8, to: 12, markers: [] }, 10)).toEqual({ start: 8, length: 2 });
    expect(rangeOf({ to: 3, markers: [] }, 10)).toEqual({ start: 0, length: 3 });
    expect(rangeOf({ from: 3, markers: [] }, 10)).toEqual({ start: 3, length: 7 });
    expect(rangeOf({ from: 11, markers: [] }, 10)).toBeUndefined();
  });

  it('loses an edge that is set twice at the same place, and one on the wrong side', () => {
    const both = markEdge(markEdge(NO_MARKS, 'from', 2), 'to', 4);
    expect(both).toEqual({ from: 2, to: 4, markers: [] });
    expect(markEdge(both, 'from', 2)).toEqual({ to: 4, markers: [] });
    expect(markEdge(both, 'from', 5)).toEqual({ from: 5, markers: [] });
    expect(markEdge(both, 'to', 1)).toEqual({ to: 1, markers: [] });
  });

  it('is the range of every output', () => {
    const range = { start: 1, length: 2 };
    const one = { output: { format: 'mp4', range: { start: 0, length: 9 } } };
    expect(limitToRange(one, range)).toEqual({ output: { format: 'mp4', range } });
    const several = { outputs: [{ format: 'mp4' }, { format: 'gif' }] };
    expect(limitToRange(several, range)).toEqual({
      outputs: [
        { format: 'mp4', range },
        { format: 'gif', range },
      ],
    });
  });
});

it('has markers in rising order, each once, and goes from one to the next', () => {
  const marks = toggleMarker(toggleMarker(toggleMarker(NO_MARKS, 5), 1), 3);
  expect(marks.markers).toEqual([1, 3, 5]);
  expect(toggleMarker(marks, 3).markers).toEqual([1, 5]);
  expect([nextMarker(marks, 0), nextMarker(marks, 1), nextMarker(marks, 5)]).toEqual([1, 3, 1]);
  expect(nextMarker(NO_MARKS, 0)).toBeUndefined();
});
