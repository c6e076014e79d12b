import { expect, test } from 'vitest';
import { SAMPLE_RATE } from '../../base/time.ts';
import { GainCurve, LOOK_AHEAD_SAMPLES } from './gain-curve.ts';
import { decibels } from '../mix/test-tones.fixture.ts';

/** Returns the curve for points of 0.45 at some samples and of 1 at all others, without its delay. */
function below(isLow: (index: number) => boolean, count: number): Float64Array {
  const points = Float64Array.from({ length: count + LOOK_AHEAD_SAMPLES }, (_, index) =>
    isLow(index) ? 0.45 : 1,
  );
  new GainCurve().follow(points);
  return points.subarray(LOOK_AHEAD_SAMPLES);
}

test('the curve is smooth and never above its points', () => {
  const gains = below((index) => index % 5000 === 4999, SAMPLE_RATE);
  for (let index = 4999; index < SAMPLE_RATE; index += 5000) expect(gains[index]).toBeLessThan(0.45 + 1e-9);
  const steps = gains.subarray(1).map((gain, index) => Math.abs(gain - (gains[index] ?? 0)));
  expect(Math.max(...steps)).toBeLessThan(0.006);
});

test('the curve does not pump if peaks follow each other', () => {
  const gains = below((index) => index % 1440 === 0, 3 * SAMPLE_RATE).subarray(2 * SAMPLE_RATE);
  // If the curve rose towards 1 between two peaks, the difference would be 2 dB.
  expect(decibels(Math.max(...gains) / Math.min(...gains))).toBeLessThan(1.4);
});

test('the curve recovers quickly from a single peak, and within seconds from many', () => {
  const single = below((index) => index === 0, SAMPLE_RATE);
  expect(decibels(single[SAMPLE_RATE / 4] ?? 0)).toBeGreaterThan(-0.5);
  const many = below((index) => index < SAMPLE_RATE && index % 480 === 0, 7 * SAMPLE_RATE);
  expect(decibels(many[1.25 * SAMPLE_RATE] ?? 0)).toBeLessThan(-2);
  expect(decibels(many[2.5 * SAMPLE_RATE] ?? 0)).toBeGreaterThan(-0.5);
  expect(many.at(-1)).toBe(1);
});
