import { SAMPLE_RATE, type Speed } from '../../../base/time.ts';

/**
 * Largest rate to pass to FFmpeg. FFmpeg stores a rate in 31 bits. FFmpeg's calculations need one of these
 * bits.
 */
const MAX_RATE = 2n ** 30n;

/** The ratio of two rates: `source` input samples last as long as `output` output samples. */
export interface ResamplingRatio {
  readonly source: number;
  readonly output: number;
}

/**
 * Returns the smallest input and output rates for FFmpeg whose ratio resamples a source to 48 kHz at a speed.
 * The ratio is exact, except for speeds with many digits at unusual sample rates. For such speeds, the result
 * is the closest ratio that fits (the last convergent of the continued fraction). The error of this ratio is
 * less than a fifth of a sample in an hour.
 *
 * @param sampleRate samples per second of the source.
 * @param speed playback speed, above 0.
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
