import type { Stereo } from '../media/stereo.ts';

/** A filter of a sound at work. It gets the samples in order. */
export interface SoundProcessor {
  /** Number of samples by which its output is late. */
  readonly latency: number;
  /** Number of earlier samples that can still be heard in the output. */
  readonly memory: number;
  /**
   * Changes samples in place.
   *
   * @param first the index of the first sample, counted from the start of the sound. Below 0 for the silence before it.
   */
  process(samples: Stereo, first: number): void;
}

/** An inaudible amplitude, -400 dB. Arithmetic with much smaller numbers is slow. */
export const SLOW = 1e-20;
