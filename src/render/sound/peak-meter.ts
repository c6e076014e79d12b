import { SAMPLE_RATE } from '../../base/time.ts';
import { SlidingMinimum } from '../gain/sliding-minimum.ts';

/** Samples for which a peak counts: 10 ms, half a period of 50 Hz, so that a level does not follow the wave of a bass. */
const HOLD_SAMPLES: number = SAMPLE_RATE / 100;

/** The level of a sound at each sample: its largest peak in the last 10 ms. Full scale is 1. */
export class PeakMeter {
  /** The lowest of the negative peaks. */
  private readonly lowest = new SlidingMinimum(HOLD_SAMPLES);

  /** Adds a sample of both channels, and returns the level there. */
  next(left: number, right: number): number {
    return -this.lowest.next(-Math.max(Math.abs(left), Math.abs(right)));
  }
}

/** Converts an amplitude to decibels. -Infinity for silence. */
export function toDecibels(amplitude: number): number {
  return 20 * Math.log10(amplitude);
}

/** Returns the share of a distance that is left after a sample, of a movement with a time constant in seconds. */
export function remainderPerSample(seconds: number): number {
  return Math.exp(-1 / (seconds * SAMPLE_RATE));
}

/**
 * Returns the samples after which a gain with a time constant in seconds does not depend on what it was: 20 dB become
 * 0.02 dB.
 */
export function settlingSamples(seconds: number): number {
  return HOLD_SAMPLES + Math.ceil(7 * seconds * SAMPLE_RATE);
}
