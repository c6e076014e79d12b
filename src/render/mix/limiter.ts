import { concatenateStereo, createSilence, sliceStereo, type Stereo } from '../media/stereo.ts';
import { GainCurve, LOOK_AHEAD_SAMPLES } from './gain-curve.ts';
import { PEAK_DELAY, PEAK_HISTORY, raisePeaks } from './true-peak.ts';

/** Decibels that are left to what the measured peaks are off. */
const MARGIN_DECIBELS = 0.05;

/** How many samples later a sound comes out than it was put in. */
export const DELAY_SAMPLES: number = PEAK_DELAY + LOOK_AHEAD_SAMPLES;

/**
 * Makes loud moments of a sound as much quieter as they must be to stay below the ceiling, both sides alike; what is below it
 * stays as it is, bit by bit. It works on peaks between samples too, since a player and an encoder make them.
 */
export class Limiter {
  /** What no sample and no wave between samples goes beyond; full scale is 1. */
  private readonly ceiling: number;
  private delayed = createSilence(DELAY_SAMPLES);
  private readonly curve = new GainCurve();
  /** The peak before the first that is found next. */
  private peak = 0;

  /** @param ceiling in dBTP, decibels of full scale that no true peak goes beyond. */
  constructor(ceiling: number) {
    this.ceiling = 10 ** ((ceiling - MARGIN_DECIBELS) / 20);
  }

  /** Takes samples, and gives as many, those {@link DELAY_SAMPLES} before them. */
  push(samples: Stereo): Stereo {
    const count = samples.left.length;
    const combined = concatenateStereo(this.delayed, samples);
    const gains = this.gainsOfDue(combined, count);
    const due = sliceStereo(combined, 0, count);
    this.delayed = sliceStereo(combined, count);
    if (gains) {
      multiply(due.left, gains);
      multiply(due.right, gains);
    }
    return due;
  }

  /** The gain of each sample that is due; nothing where it is 1 for all. */
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
