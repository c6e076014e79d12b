import { SAMPLE_RATE } from '../../base/time.ts';

/** Samples of a ramp at a hard cut: 3 ms, so short that nothing seems to fade, and long enough not to click. */
export const RAMP: number = (3 * SAMPLE_RATE) / 1000;

/** How far a ramp has risen at each of its samples, more than 0 and less than 1: a quarter of a sine, squared. */
export const RISE: Float64Array = Float64Array.from(
  { length: RAMP },
  (_, index) => Math.sin((Math.PI * (index + 0.5)) / (2 * RAMP)) ** 2,
);
