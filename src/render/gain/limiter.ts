import { concatenateStereo, createSilence, sliceStereo, type Stereo } from '../media/stereo.ts';
import { GainCurve, LOOK_AHEAD_SAMPLES } from './gain-curve.ts';
import { PEAK_DELAY, PEAK_HISTORY, raisePeaks } from './true-peak.ts';

/** Margin in decibels for the error of the measured peaks. */
const MARGIN_DECIBELS = 0.05;

/** Delay of the output behind the input in samples. */
export const DELAY_SAMPLES: number = PEAK_DELAY + LOOK_AHEAD_SAMPLES;

/**
 * Attenuates loud moments of a sound just enough to stay below the ceiling. Both channels get the same gain.
 * Sound below the ceiling stays bit-identical. Peaks between samples count, because players and encoders
 * reproduce them.
 */
export class Limiter {
  /** The maximum level of the output, at the samples and between them. Full scale is 1. */
  private readonly ceiling: number;
  private delayed = createSilence(DELAY_SAMPLES);
  private readonly curve = new GainCurve();
  /** The most recent peak. */
  private peak = 0;
  private lastGains: Float64Array | undefined;

  /** @param ceiling Maximum true peak in dBTP (decibels relative to full scale). */
  constructor(ceiling: number) {
    this.ceiling = 10 ** ((ceiling - MARGIN_DECIBELS) / 20);
  }

  /** Adds samples and returns the same number of limited samples, delayed by {@link DELAY_SAMPLES}. */
  push(samples: Stereo): Stereo {
    const count = samples.left.length;
    const combined = concatenateStereo(this.delayed, samples);
    const gains = this.gainsOfDue(combined, count);
    this.lastGains = gains;
    const due = sliceStereo(combined, 0, count);
    this.delayed = sliceStereo(combined, count);
    if (gains) {
      multiply(due.left, gains);
      multiply(due.right, gains);
    }
    return due;
  }

  /** The gains of the samples that `push` returned last, or `undefined` if all of them are 1. */
  get gains(): Float64Array | undefined {
    return this.lastGains;
  }

  /** Returns the gains of the samples that `push` returns next, or `undefined` if all gains are 1. */
  private gainsOfDue({ left, right }: Stereo, count: number): Float64Array | undefined {
    const { ceiling } = this;
    const peaks = new Float64Array(count);
    const from = DELAY_SAMPLES - PEAK_HISTORY;
    raisePeaks(left.subarray(from), ceiling, peaks);
    raisePeaks(right.subarray(from), ceiling, peaks);
    let loud = this.peak > ceiling;
    for (let index = 0; index < count; index++) {
      const next = peaks[index] ?? 0;
      const peak = Math.max(this.peak, next);
      this.peak = next;
      if (peak > ceiling) loud = true;
      peaks[index] = peak > ceiling ? ceiling / peak : 1;
    }
    if (!loud && this.curve.isFlat) return undefined;
    this.curve.follow(peaks);
    return peaks;
  }
}

function multiply(samples: Float32Array, gains: Float64Array): void {
  for (let index = 0; index < gains.length; index++) {
    samples[index] = (samples[index] ?? 0) * (gains[index] ?? 1);
  }
}
