import type { Stereo } from '../media/stereo.ts';

/** Samples of the source on each side of a moment that a sample is made from, at a speed of 1 or less. */
export const HALF_WIDTH = 16;
/** The share of the band that is kept, so that the filter has room to fall. */
const PASS_BAND = 0.95;
/** Entries of the table of the filter for each sample of distance. Between them, it is a straight line. */
const TABLE_STEPS = 512;
/** One side of the filter at a speed of 1: a sinc with a Hann window. */
const FILTER = Float64Array.from({ length: HALF_WIDTH * TABLE_STEPS + 2 }, (_, index) => {
  const distance = Math.min(index / TABLE_STEPS, HALF_WIDTH);
  const angle = Math.PI * distance * PASS_BAND;
  const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
  return sinc * PASS_BAND * (0.5 + 0.5 * Math.cos((Math.PI * distance) / HALF_WIDTH));
});

/**
 * Returns the left and the right sample between two samples.
 *
 * @param stretch the factor by which the filter is wider than at a speed of 1, at least 1.
 */
export function sampleAt(
  { left, right }: Stereo,
  position: number,
  stretch: number,
): readonly [number, number] {
  const reach = HALF_WIDTH * stretch;
  const first = Math.max(0, Math.ceil(position - reach));
  const last = Math.min(left.length - 1, Math.floor(position + reach));
  const [scale, gain] = [TABLE_STEPS / stretch, 1 / stretch];
  let [leftSum, rightSum] = [0, 0];
  for (let index = first; index <= last; index++) {
    const at = Math.abs(index - position) * scale;
    const entry = Math.floor(at);
    const before = FILTER[entry] ?? 0;
    const weight = before + ((FILTER[entry + 1] ?? 0) - before) * (at - entry);
    leftSum += (left[index] ?? 0) * weight;
    rightSum += (right[index] ?? 0) * weight;
  }
  return [leftSum * gain, rightSum * gain];
}
