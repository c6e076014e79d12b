import { expect, test } from 'vitest';
import { MAX_DRIFT, detectClockStep } from './detect-clock-step.ts';

const repeated = (times: number, ...offsets: readonly number[]): number[] =>
  Array.from({ length: times }, () => offsets).flat();

test.each<[string, number, number, number[], number]>([
  ['a gap is a step', 0, 0.15, repeated(20, 0.15), 0.15],
  ['a short gap is a step', 0, 0.01, repeated(20, 0.01), 0.01],
  ['a gap at the end of the file is a step', 0, 0.15, [], 0.15],
  ['a gap is measured correctly despite jitter', 0.008, 0.158, repeated(20, 0.15, 0.158), 0.15],
  ['a late last frame is not a step', 0, 0.008, [], 0],
  ['a backward step is a step', 0, -0.15, repeated(20, -0.15), -0.15],
  ['a late packet is not a step', 0, 0.15, repeated(20, 0.001), 0],
  ['alternating late packets are not a step', 0, 0.008, repeated(20, 0, 0.008), 0],
  ['alternating early and late packets are not a step', 0.008, -0.008, repeated(20, 0.008, -0.008), 0],
  ['a slowly drifting clock is not a step', 0.009, 0.0079, repeated(20, 0.0092), 0],
  [
    'a clock that has drifted far ahead is a step',
    MAX_DRIFT,
    MAX_DRIFT + 0.001,
    repeated(20, MAX_DRIFT + 0.002),
    MAX_DRIFT + 0.001,
  ],
  [
    'a clock that has drifted far behind is a step',
    -MAX_DRIFT,
    -MAX_DRIFT - 0.001,
    repeated(20, -MAX_DRIFT - 0.002),
    -MAX_DRIFT - 0.001,
  ],
])('%s', (_, previous, offset, upcoming, step) => {
  expect(detectClockStep(previous, offset, upcoming)).toBeCloseTo(step, 9);
});
