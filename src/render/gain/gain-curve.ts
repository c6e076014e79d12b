import { SAMPLE_RATE } from '../../base/time.ts';
import { SlidingMinimum } from './sliding-minimum.ts';

/** Length in samples of each of the two running means that smooth the curve: 2.5 ms. */
const MEAN_SAMPLES = 120;
/** Number of samples before a low point at which the curve starts to fall: 5 ms. */
export const LOOK_AHEAD_SAMPLES: number = 2 * MEAN_SAMPLES - 2;
/**
 * Number of samples for which the curve stays low after a low point: 10 ms. The look-ahead and this hold
 * together last nearly half a period of 30 Hz, so that the gain does not follow the waveform of a bass.
 */
const HOLD_SAMPLES = 480;
/** Fraction of the distance to the average that the curve rises per sample: time constant 60 ms. */
const RELEASE_RATE = 1 - Math.exp(-1 / (0.06 * SAMPLE_RATE));
/** Fraction of the distance to the needed gain that the average moves per sample: time constant 400 ms. */
const AVERAGE_RATE = 1 - Math.exp(-1 / (0.4 * SAMPLE_RATE));
/** Gains above this value, which is 0.0001 dB below 1, count as 1. */
const NEARLY_ONE = 1 - 1e-5;

/**
 * The gain of a limiter: a smooth curve that never exceeds the given points. It falls during the
 * {@link LOOK_AHEAD_SAMPLES} samples before a low point. After a single peak, the curve recovers quickly. If
 * several peaks follow each other, the curve stays near the gain that the peaks need, so that the sound does
 * not pump.
 */
export class GainCurve {
  private readonly lowest = new SlidingMinimum(LOOK_AHEAD_SAMPLES + 1 + HOLD_SAMPLES);
  private readonly first = new RunningMean(MEAN_SAMPLES);
  private readonly second = new RunningMean(MEAN_SAMPLES);
  /** The average of the recently needed gains. */
  private average = 1;
  private value = 1;
  /** Number of consecutive values of 1 up to now. */
  private ones = 2 * MEAN_SAMPLES;

  /**
   * True if no earlier low point affects the curve any more. The curve is then 1 as long as the points are 1.
   */
  get isFlat(): boolean {
    return this.ones >= 2 * MEAN_SAMPLES;
  }

  /**
   * Replaces each maximum gain with a gain of the curve. The new gain is for the sample that is
   * {@link LOOK_AHEAD_SAMPLES} samples earlier.
   *
   * @param points Maximum gains, at most 1. Overwritten with the result.
   */
  follow(points: Float64Array): void {
    for (let index = 0; index < points.length; index++) {
      const value = this.next(this.lowest.next(points[index] ?? 1));
      points[index] = this.second.next(this.first.next(value));
    }
  }

  private next(needed: number): number {
    this.average += (needed - this.average) * AVERAGE_RATE;
    if (needed === 1 && this.average > NEARLY_ONE) this.average = 1;
    this.value = Math.min(needed, this.value + (this.average - this.value) * RELEASE_RATE);
    if (this.average === 1 && this.value > NEARLY_ONE) this.value = needed;
    this.ones = this.value === 1 ? this.ones + 1 : 0;
    return this.value;
  }
}

/** Computes the mean of the most recent values. The mean is exactly 1 if all these values are 1. */
class RunningMean {
  private readonly values: Float64Array;
  private sum: number;
  private at = 0;
  private ones: number;

  constructor(count: number) {
    this.values = new Float64Array(count).fill(1);
    this.sum = count;
    this.ones = count;
  }

  next(value: number): number {
    const count = this.values.length;
    this.sum += value - (this.values[this.at] ?? 0);
    this.values[this.at] = value;
    this.at = (this.at + 1) % count;
    this.ones = value === 1 ? this.ones + 1 : 0;
    // Set the exact sum, which discards the accumulated rounding errors.
    if (this.ones === count) this.sum = count;
    return this.sum / count;
  }
}
