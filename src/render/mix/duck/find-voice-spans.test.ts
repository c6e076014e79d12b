import { expect, it } from 'vitest';
import { findVoiceSpans } from './find-voice-spans.ts';

/** A number of steps of 10 ms, and their level in dB. */
type Part = readonly [steps: number, decibels: number];

function levels(parts: readonly Part[]) {
  const decibels = parts.flatMap(([steps, level]) => new Array<number>(steps).fill(level));
  return { from: 4800, step: 480, decibels };
}

/** Returns where a voice is heard, in steps from its start. */
function heard(...parts: readonly Part[]): number[][] {
  return findVoiceSpans(levels(parts)).map(({ from, to }) => [(from - 4800) / 480, (to - 4800) / 480]);
}

it.each([
  ['loud', 0],
  ['quiet', -30],
])('finds the words of a %s voice between pauses', (_, by) => {
  expect(heard([50, -Infinity], [30, by - 18], [20, by - 50], [40, by - 22])).toEqual([
    [50, 80],
    [100, 140],
  ]);
});

it('ignores the noise of a recording, even if it is loud', () => {
  expect(heard([50, -45], [60, -20], [50, -45])).toEqual([[50, 110]]);
  expect(heard([50, -35], [60, -20], [50, -35])).toEqual([[50, 110]]);
});

it('hears a voice without pauses from its start to its end', () => {
  expect(heard([100, -20])).toEqual([[0, 100]]);
});

it('hears nothing in silence or in what nobody hears', () => {
  expect(heard([100, -Infinity])).toEqual([]);
  expect(heard([100, -75])).toEqual([]);
  expect(findVoiceSpans({ from: 0, step: 480, decibels: [] })).toEqual([]);
});
