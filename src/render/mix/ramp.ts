import { SAMPLE_RATE } from '../../base/time.ts';

/** Samples of a ramp at a hard cut: 3 ms, so short that nothing seems to fade, and long enough not to click. */
export const RAMP_SAMPLES: number = (3 * SAMPLE_RATE) / 1000;

/** How far a ramp has risen at each of its samples, more than 0 and less than 1: a quarter of a sine, squared. */
export const RISE_CURVE: Float64Array = Float64Array.from(
  { length: RAMP_SAMPLES },
  (_, index) => Math.sin((Math.PI * (index + 0.5)) / (2 * RAMP_SAMPLES)) ** 2,
);

/**
 * Leads from a gain to those given, over the length of a ramp.
 *
 * @param gains or samples, which then rise from silence.
 * @param over how many samples of the ramp are over.
 * @param before the gain it begins at.
 */
export function rampUp(gains: Float64Array | Float32Array, over: number, before = 0): void {
  for (let index = 0; index < gains.length && over + index < RAMP_SAMPLES; index++) {
    gains[index] = before + ((gains[index] ?? 0) - before) * (RISE_CURVE[over + index] ?? 1);
  }
}

/** Leads gains, or samples, to silence. @param left how many there are from the first of these to the end of the ramp. */
export function rampDown(gains: Float64Array | Float32Array, left: number): void {
  for (let index = Math.max(0, left - RAMP_SAMPLES); index < gains.length; index++) {
    gains[index] = (gains[index] ?? 0) * (RISE_CURVE[left - 1 - index] ?? 0);
  }
}
