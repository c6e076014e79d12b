import { SAMPLE_RATE, type Speed } from '../../../base/time.ts';

/** FFmpeg has 31 bits for a rate; one is left to it to calculate with. */
const MAX_RATE = 2n ** 30n;

/** How two rates meet: every `source` samples of the one are `output` samples of the other, and a sample of both falls together. */
export interface ResamplingRatio {
  readonly source: number;
  readonly output: number;
}

/**
 * The rates that a source is said to have and that is made of it, as small as they can be: their ratio is that of the speed. It is exact
 * but for speeds of many digits at odd rates, where it is the best that fits (the last convergent of its continued fraction): within an
 * hour of sound it is wrong by less than a fifth of a sample.
 */
export function resamplingRatioFor(sampleRate: number, speed: Speed): ResamplingRatio {
  let before = { source: 0n, output: 1n };
  let last = { source: 1n, output: 0n };
  for (const whole of speed.mul(sampleRate).div(SAMPLE_RATE).toContinued()) {
    const source = whole * last.source + before.source;
    const output = whole * last.output + before.output;
    if (source > MAX_RATE || output > MAX_RATE) break;
    before = last;
    last = { source, output };
  }
  return { source: Number(last.source), output: Number(last.output) };
}
