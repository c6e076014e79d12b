import { SAMPLE_RATE } from '../../base/time.ts';

/**
 * Number of samples of a ramp at a hard cut: 3 ms. This is too short to sound like a fade, but long enough to
 * avoid a click.
 */
export const RAMP_SAMPLES: number = (3 * SAMPLE_RATE) / 1000;

/** The gains of a rising ramp, more than 0 and less than 1: the square of a quarter period of a sine. */
const RISE_CURVE: Float64Array = Float64Array.from(
  { length: RAMP_SAMPLES },
  (_, index) => Math.sin((Math.PI * (index + 0.5)) / (2 * RAMP_SAMPLES)) ** 2,
);

/**
 * Applies a rising ramp to gains or samples. Leave out `before` for samples, so that they rise from silence.
 *
 * @param gains The gains or samples to change.
 * @param over Number of samples of the ramp that precede `gains`.
 * @param before The gain at which the ramp begins.
 */
export function rampUp(gains: Float64Array | Float32Array, over: number, before = 0): void {
  for (let index = 0; index < gains.length && over + index < RAMP_SAMPLES; index++) {
    gains[index] = before + ((gains[index] ?? 0) - before) * (RISE_CURVE[over + index] ?? 1);
  }
}

/**
 * Applies a falling ramp to gains or samples.
 *
 * @param left Number of samples from the start of `gains` to the end of the ramp.
 */
export function rampDown(gains: Float64Array | Float32Array, left: number): void {
  for (let index = Math.max(0, left - RAMP_SAMPLES); index < gains.length; index++) {
    gains[index] = (gains[index] ?? 0) * (RISE_CURVE[left - 1 - index] ?? 0);
  }
}
