import { expect, test } from 'vitest';
import { SAMPLE_RATE, toSpeed } from '../../../base/time.ts';
import { resamplingRatioFor } from './resampling-ratio.ts';

const HOUR = 3600 * SAMPLE_RATE;

test('a rate and a speed with few digits give an exact ratio', () => {
  expect(resamplingRatioFor(48_000, toSpeed(1))).toEqual({ source: 1, output: 1 });
  expect(resamplingRatioFor(44_100, toSpeed(1))).toEqual({ source: 147, output: 160 });
  expect(resamplingRatioFor(44_100, toSpeed(1.2345))).toEqual({ source: 362_943, output: 320_000 });
  expect(resamplingRatioFor(11_025, toSpeed(0.0123))).toEqual({ source: 18_081, output: 6_400_000 });
});

test.each([
  [44_100, 1.23456789],
  [44_100, 0.010_012_345_67],
  [22_050, 9.999_999_999],
  [48_000, 1.000_000_000_2],
  [192_000, 0.333_333_333_333],
  [7_919, 3.141_592_653_59],
])('%i Hz at a speed of %f stays in sync for an hour', (rate, faster) => {
  const { source, output } = resamplingRatioFor(rate, toSpeed(faster));
  expect(Math.max(source, output)).toBeLessThan(2 ** 31);
  expect(Math.min(source, output)).toBeGreaterThan(0);
  const exact = toSpeed(faster).mul(rate).div(SAMPLE_RATE);
  const off = exact.mul(output).div(source).sub(1).mul(HOUR);
  expect(Math.abs(off.valueOf())).toBeLessThan(0.2);
});
