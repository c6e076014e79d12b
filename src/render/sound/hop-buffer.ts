import { copyStereo, createSilence, sliceStereo, type Stereo } from '../media/stereo.ts';

/**
 * Gives a filter its sound in hops of one length, however long the blocks are in which it arrives. What the filter returns
 * is late by one hop.
 */
export class HopBuffer {
  private readonly hop: number;
  private readonly next: Stereo;
  private ready: Stereo;
  /** Samples of the next hop that have arrived. */
  private filled = 0;

  constructor(hop: number) {
    this.hop = hop;
    this.next = createSilence(hop);
    this.ready = createSilence(hop);
  }

  /**
   * Puts the samples that are due in the place of the next ones.
   *
   * @param work returns the samples that are due when a hop is complete. Its samples must be copied.
   */
  process(samples: Stereo, first: number, work: (hop: Stereo, first: number) => Stereo): void {
    const { length } = samples.left;
    for (let from = 0; from < length;) {
      const count = Math.min(length - from, this.hop - this.filled);
      const part = sliceStereo(samples, from, from + count);
      copyStereo(this.next, part, this.filled);
      copyStereo(part, sliceStereo(this.ready, this.filled, this.filled + count), 0);
      this.filled += count;
      from += count;
      if (this.filled < this.hop) continue;
      this.ready = work(this.next, first + from - this.hop);
      this.filled = 0;
    }
  }
}
