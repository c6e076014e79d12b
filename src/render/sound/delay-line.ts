import { concatenateStereo, copyStereo, createSilence, sliceStereo, type Stereo } from '../media/stereo.ts';

/** Delays a sound by a number of samples. */
export class DelayLine {
  private held: Stereo;

  constructor(samples: number) {
    this.held = createSilence(samples);
  }

  /** Puts the delayed samples in the place of the next ones. */
  process(samples: Stereo): void {
    const { length } = samples.left;
    if (this.held.left.length === 0) return;
    const combined = concatenateStereo(this.held, samples);
    copyStereo(samples, sliceStereo(combined, 0, length), 0);
    this.held = sliceStereo(combined, length);
  }
}
