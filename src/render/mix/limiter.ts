import type { Stereo } from '../av/audio-reader.ts';
import { GainCurve, LOOK_AHEAD } from './gain-curve.ts';
import { PEAK_DELAY, PEAK_HISTORY, raisePeaks } from './true-peak.ts';

/** What no sample and no wave between samples goes beyond: -1 dB below full scale, less what is left to rounding the gain. */
const CEILING: number = 10 ** (-1.05 / 20);

/** How many samples later a sound comes out than it was put in. */
export const DELAY: number = PEAK_DELAY + LOOK_AHEAD;

/**
 * Makes loud moments of a sound as much quieter as they must be to stay below the ceiling, both sides alike; what is below it
 * stays as it is, bit by bit. It works on peaks between samples too, since a player and an encoder make them.
 */
export class Limiter {
  private held: Stereo = { left: new Float32Array(DELAY), right: new Float32Array(DELAY) };
  private readonly curve = new GainCurve();
  /** The peak before the first that is found next. */
  private peak = 0;

  /** Takes samples, and gives as many, those {@link DELAY} before them. */
  push(samples: Stereo): Stereo {
    const count = samples.left.length;
    const all = { left: after(this.held.left, samples.left), right: after(this.held.right, samples.right) };
    this.held = { left: all.left.slice(count), right: all.right.slice(count) };
    const gains = this.gains(all, count);
    if (gains) {
      multiply(all.left, gains);
      multiply(all.right, gains);
    }
    return { left: all.left.subarray(0, count), right: all.right.subarray(0, count) };
  }

  /** The gain of each sample that is due; nothing where it is 1 for all. */
  private gains({ left, right }: Stereo, count: number): Float64Array | undefined {
    const peaks = new Float64Array(count);
    const from = DELAY - PEAK_HISTORY;
    raisePeaks(left.subarray(from), CEILING, peaks);
    raisePeaks(right.subarray(from), CEILING, peaks);
    let loud = this.peak > CEILING;
    for (let index = 0; index < count; index++) {
      const next = peaks[index] ?? 0;
      const most = Math.max(this.peak, next);
      this.peak = next;
      if (most > CEILING) loud = true;
      peaks[index] = most > CEILING ? CEILING / most : 1;
    }
    if (!loud && this.curve.flat) return undefined;
    this.curve.follow(peaks);
    return peaks;
  }
}

function after(first: Float32Array, second: Float32Array): Float32Array {
  const whole = new Float32Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function multiply(samples: Float32Array, gains: Float64Array): void {
  for (let index = 0; index < gains.length; index++) {
    samples[index] = (samples[index] ?? 0) * (gains[index] ?? 1);
  }
}
