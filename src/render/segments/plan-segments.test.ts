import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sampleAtFrame, toRate, type FrameIndex } from '../../base/time.ts';
import { visualClip } from '../scene/visual-clip.fixture.ts';
import { keyframeDistanceOf, planSegments } from './plan-segments.ts';

const RATE = toRate(25);

describe('the plan of segments', () => {
  it('cuts where clips begin and end', () => {
    const slides = [0, 5, 10].map((start) => clip(start, start + 5));
    expect(plan([...slides, clip(0, 15)], 15)).toEqual([0, 5, 10]);
  });

  it('cuts long stretches every 6 s, from the cut before, with keyframes at the same places', () => {
    expect(plan([clip(0, 30)], 30)).toEqual([0, 6, 12, 18, 24]);
    expect(plan([clip(0, 3), clip(3, 30)], 30)).toEqual([0, 3, 9, 15, 21]);
  });

  it('moves the segments after a clip that becomes longer, and no cut before it', () => {
    const short = plan([clip(0, 8), clip(8, 14), clip(14, 31)], 31);
    const long = plan([clip(0, 9), clip(9, 15), clip(15, 32)], 32);
    expect(short).toEqual([0, 8, 14, 20, 26]);
    expect(long).toEqual([0, 9, 15, 21, 27]);
  });

  it('cuts at both edges of a title', () => {
    expect(plan([clip(0, 30), clip(4, 7)], 30)).toEqual([0, 4, 7, 13, 19, 25]);
  });

  it('prefers the cuts that the fewest clips cross', () => {
    // The title ends 1 s after the cut between two films.
    expect(plan([clip(0, 8), clip(8, 16), clip(5, 9)], 16)).toEqual([0, 5, 8]);
  });

  it('divides any timeline without gaps, from 2 to 10 s', () => {
    const span = fc.tuple(fc.nat(4000), fc.integer({ min: 1, max: 2000 }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 30 }), fc.integer({ min: 1, max: 5000 }), (spans, to) => {
        const clips = spans.map(([from, length]) => visualClip({ from, to: from + length }));
        const segments = planSegments({ visualClips: clips, range: rangeOf(0, to), rate: RATE });
        const firsts = segments.map(({ from }) => from as number);
        expect(firsts[0]).toBe(0);
        expect(segments.map((one) => one.to as number)).toEqual([...firsts.slice(1), to]);
        for (const one of segments) {
          expect(one.to - one.from).toBeLessThanOrEqual(250);
          if (segments.length > 1) expect(one.to - one.from).toBeGreaterThanOrEqual(50);
        }
      }),
    );
  });

  it('keeps the edges of a range', () => {
    const segments = planSegments({ visualClips: [clip(0, 10)], range: rangeOf(30, 100), rate: RATE });
    expect(segments).toEqual([{ from: 30, to: 100 }]);
  });

  it('has whole numbers of frames at 29.97 frames per second', () => {
    const rate = toRate(29.97);
    const segments = planSegments({ visualClips: [], range: rangeOf(0, 1000), rate });
    expect(keyframeDistanceOf(rate)).toBe(59);
    expect(segments.map(({ from }) => from as number)).toEqual([0, 177, 354, 531, 708]);
  });
});

/** Creates a clip. Times are seconds. */
function clip(from: number, to: number) {
  return visualClip({ from: from * 25, to: to * 25 });
}

/** Returns the starts of the segments in seconds. */
function plan(visualClips: ReturnType<typeof clip>[], length: number): number[] {
  return planSegments({ visualClips, range: rangeOf(0, length * 25), rate: RATE }).map(
    ({ from }) => from / 25,
  );
}

function rangeOf(from: number, to: number) {
  const samples = { from: sampleAtFrame(from, RATE), to: sampleAtFrame(to, RATE) };
  return { from: from as FrameIndex, to: to as FrameIndex, samples };
}
