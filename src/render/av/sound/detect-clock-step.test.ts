import { expect, test } from 'vitest';
import { MAX_DRIFT, detectClockStep } from './detect-clock-step.ts';

const repeated = (times: number, ...offs: readonly number[]): number[] =>
  Array.from({ length: times }, () => offs).flat();

test.each<[string, number, number, number[], number]>([
  ['a gap is a step', 0, 0.15, repeated(20, 0.15), 0.15],
  ['a short gap too', 0, 0.01, repeated(20, 0.01), 0.01],
  ['a gap at the end of the file too', 0, 0.15, [], 0.15],
  ['a gap among jitter is as long as it is without', 0.008, 0.158, repeated(20, 0.15, 0.158), 0.15],
  ['a last frame that is late is none', 0, 0.008, [], 0],
  ['a step back is one', 0, -0.15, repeated(20, -0.15), -0.15],
  ['a packet that comes late is none', 0, 0.15, repeated(20, 0.001), 0],
  ['a packet in two that comes late is none', 0, 0.008, repeated(20, 0, 0.008), 0],
  ['what is late by turns and early is none', 0.008, -0.008, repeated(20, 0.008, -0.008), 0],
  ['a clock that slowly goes away is none', 0.009, 0.0091, repeated(20, 0.0092), 0],
  ['until it is far away', MAX_DRIFT, MAX_DRIFT + 0.001, repeated(20, MAX_DRIFT + 0.002), MAX_DRIFT + 0.001],
  [
    'in either direction',
    -MAX_DRIFT,
    -MAX_DRIFT - 0.001,
    repeated(20, -MAX_DRIFT - 0.002),
    -MAX_DRIFT - 0.001,
  ],
])('%s', (_, before, off, ahead, step) => {
  expect(detectClockStep(before, off, ahead)).toBeCloseTo(step, 9);
});
