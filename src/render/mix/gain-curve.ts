import { SAMPLE_RATE } from '../../base/time.ts';

/** Samples of each of the two running means that round the curve: 2.5 ms. */
const MEAN_SAMPLES = 120;
/** Samples that the curve begins to fall before it has to be low: 5 ms. */
export const LOOK_AHEAD_SAMPLES: number = 2 * MEAN_SAMPLES - 2;
/** Samples that it stays low after a peak, 10 ms: with the look ahead nearly half a wave of 30 Hz, as it must not follow a bass. */
const HOLD_SAMPLES = 480;
/** Shares of the way that the curve goes in a sample: up to what was needed of late in 60 ms, that itself in 400 ms. */
const RELEASE_RATE = 1 - Math.exp(-1 / (0.06 * SAMPLE_RATE));
const AVERAGE_RATE = 1 - Math.exp(-1 / (0.4 * SAMPLE_RATE));
/** A ten thousandth of a decibel below 1 is 1. */
const NEARLY_ONE = 1 - 1e-5;

/**
 * A smooth curve below given points, for the gain of a limiter. It falls within {@link LOOK_AHEAD_SAMPLES} samples before a point that is
 * low. After one peak it is back soon; where many follow each other it stays near what they need, and does not pump.
 */
export class GainCurve {
  private readonly lowest = new SlidingMinimum(LOOK_AHEAD_SAMPLES + 1 + HOLD_SAMPLES);
  private readonly first = new RunningMean(MEAN_SAMPLES);
  private readonly second = new RunningMean(MEAN_SAMPLES);
  /** The mean of what was needed of late. */
  private average = 1;
  private value = 1;
  /** How many values in a row were 1. */
  private ones = 2 * MEAN_SAMPLES;

  /** Whether nothing is left of any low point: the curve is 1 as long as the points are. */
  get isFlat(): boolean {
    return this.ones >= 2 * MEAN_SAMPLES;
  }

  /**
   * @param points the largest gain that each sample may have, up to 1; replaced by the gains of the samples {@link LOOK_AHEAD_SAMPLES}
   *   before them.
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

/** The lowest of the last values. Those of 1, the highest there is, cost nothing. */
class SlidingMinimum {
  private readonly window: number;
  /** Rising values that may yet be the lowest, and their places, in rings. */
  private readonly values: Float64Array;
  private readonly indexes: Float64Array;
  private head = 0;
  private size = 0;
  private index = 0;

  constructor(window: number) {
    this.window = window;
    this.values = new Float64Array(window);
    this.indexes = new Float64Array(window);
  }

  next(value: number): number {
    const index = this.index++;
    if (this.size > 0 && (this.indexes[this.head] ?? 0) <= index - this.window) this.drop();
    if (value < 1) this.push(value, index);
    return this.size > 0 ? (this.values[this.head] ?? 1) : 1;
  }

  private drop(): void {
    this.head = (this.head + 1) % this.window;
    this.size--;
  }

  private push(value: number, index: number): void {
    while (this.size > 0 && (this.values[(this.head + this.size - 1) % this.window] ?? 0) >= value)
      this.size--;
    const at = (this.head + this.size) % this.window;
    this.values[at] = value;
    this.indexes[at] = index;
    this.size++;
  }
}

/** The mean of the last values; exactly 1 where all of them are. */
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
    // What was rounded in adding and taking away is forgotten.
    if (this.ones === count) this.sum = count;
    return this.sum / count;
  }
}
